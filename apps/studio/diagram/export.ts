/** Drawings of the page as files of their own. */
const painted = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "font-size",
  "font-family",
  "text-anchor",
];

/** An SVG of the page as a text that needs no style sheet: each part carries the paint it has on the screen. */
export function standAlone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const parts = [...svg.querySelectorAll("*")];
  for (const [i, part] of [...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(parts[i]!);
    for (const name of painted) part.setAttribute(name, style.getPropertyValue(name));
    part.removeAttribute("class");
  }
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.removeAttribute("class");
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

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
