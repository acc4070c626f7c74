// How keys are called on this machine's keyboard.
const isMac = navigator.platform.startsWith('Mac')

export const modKey = isMac ? '⌘' : 'Ctrl'

const names: Readonly<Record<string, string>> = {
  mod: modKey,
  shift: isMac ? '⇧' : 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  PageDown: 'Page down',
  PageUp: 'Page up',
}

const nameOf = (key: string) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** The keys of a binding in the order they are pressed: "mod+k" -> ["Ctrl", "K"]. */
export function keyNames(binding: string): { readonly keys: readonly string[]; readonly isSequence: boolean } {
  const isSequence = binding.includes(' ')
  return { keys: binding.split(isSequence ? ' ' : '+').map(nameOf), isSequence }
}
