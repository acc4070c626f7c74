/** Plain text on one line: no HTML, links, code, emphasis or cells of its own, also where bare addresses become links. */
export function markdownText(text: string): string {
  return text
    .trim()
    .replace(/[\\`*_{}[\]|~#@$!]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r\n|[\r\n\u2028\u2029\v\f]/g, '<br>')
}
