/** Of another script than the Latin one. Thai and Hindi keys type marks too, and an Arabic one types two letters. */
const foreignLetter = /^(?!\p{Script=Latin})[\p{L}\p{M}]+$/u

/**
 * The key of a shortcut. A keyboard of another script (Cyrillic, Greek, Thai) types no letter that a shortcut has, so the
 * place of its key says which one is meant. A Latin letter, such as ö or é, stands for itself: on Dvorak or AZERTY, the place
 * has the name of another letter. So does a sign, such as the one that W types on a Hebrew keyboard.
 */
export function letterOf({ key, code }: { readonly key: string; readonly code: string }): string {
  const place = foreignLetter.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return (place ?? key).toLowerCase()
}
