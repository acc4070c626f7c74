// How deep a value that the service sent may be nested. Copying such a value to another process, and repairing its text,
// are recursive: without a limit one record could exhaust the stack.

/** Documented records need five levels. */
const deepestLevel = 100

export function isNestedTooDeep(value: unknown): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === deepestLevel) return true
    level = level.flatMap((object) => Object.values(object).filter(isObject))
  }
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
