// `priority` of a solution is a fractional-indexing string (API document, "Solution"): it sorts as text, and its first
// letter says how many digits follow.
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The key of the n-th place, counted from 0: a0 … az, b00 … bzz, c000 and so on. */
export function orderKey(place: number): string {
  let width = 1
  let rest = place
  while (rest >= digits.length ** width) {
    rest -= digits.length ** width
    width += 1
  }
  let text = ''
  for (let position = 0; position < width; position += 1) {
    text = digits.charAt(rest % digits.length) + text
    rest = Math.floor(rest / digits.length)
  }
  return 'abcdefgh'.charAt(width - 1) + text
}
