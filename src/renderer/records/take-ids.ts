const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** All ids in a pasted text, each once, with any separators, and the rest of the text without them. */
export function takeIds(text: string): { readonly ids: readonly string[]; readonly rest: string } {
  const ids = [...new Set([...text.matchAll(uuid)].map(([id]) => id.toLowerCase()))]
  return { ids, rest: text.replace(uuid, '').replace(/^[\s,;]+|[\s,;]+$/g, '') }
}
