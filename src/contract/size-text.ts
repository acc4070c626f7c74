import { locale } from './locale'

const byteSteps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** "3.4 MB", in steps of 1,000 as file managers count. */
export function sizeText(bytes: number): string {
  const step = Math.min(byteSteps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteSteps[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  })
  return format.format(bytes / 1000 ** step)
}
