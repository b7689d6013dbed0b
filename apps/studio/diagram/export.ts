/** An SVG text as a picture of pixels, twice as fine as it is drawn. */
export async function svgToPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("the drawing cannot be shown"));
      image.src = url;
    });
    const canvas = document.createElement("canvas");
    const fine = Math.min(2, 16_000 / Math.max(image.width, image.height, 1));
    canvas.width = Math.ceil(image.width * fine);
    canvas.height = Math.ceil(image.height * fine);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("the browser cannot draw");
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error("the picture is too large")) : resolve(blob)),
        "image/png",
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
