/** A letter of another script than the Latin one. */
const foreignLetter = /^(?!\p{Script=Latin})\p{L}$/u

/**
 * The key of a shortcut. A keyboard of another script (Cyrillic, Greek, Hebrew) types no letter that a shortcut has, so the
 * place of its key says which one is meant. A Latin letter, such as ö or é, stands for itself: on Dvorak or AZERTY, the place
 * has the name of another letter.
 */
export function letterOf({ key, code }: { readonly key: string; readonly code: string }): string {
  const place = foreignLetter.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return (place ?? key).toLowerCase()
}
