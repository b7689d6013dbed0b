/** Text for XML: in attributes (with double quotes) and between tags. Characters that XML forbids become `?`. */
export function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}|[\ufffe\uffff]/gu, (c) => ("\t\n\r".includes(c) ? c : "?"))
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
