// Checks the colours in the style sheet against WCAG: 4.5:1 for words, 3:1 for marks that only have to be seen. Without
// colours, a word and an icon still tell environments apart.
import { describe, expect, test } from 'vitest'
import { EnvironmentName } from '../../contract/workspace'
import { environmentIdentity } from '../ui/environment-identity'
import css from './app.css?raw'
import { cssVariables, theme } from './theme'

const inDark = '[data-mantine-color-scheme="dark"] '

function variables(environment: string, prefix: '' | typeof inDark): Readonly<Record<string, string>> {
  const blocks = [...css.matchAll(/^([^\n{}]*\[data-environment="[a-z]+"\])\s*\{([^}]*)\}/gm)]
  const body = blocks.find(([, selector]) => selector === `${prefix}[data-environment="${environment}"]`)?.[2] ?? ''
  return Object.fromEntries([...body.matchAll(/--environment-([a-z]+):\s*(#[0-9a-f]{6})/g)].map(([, k, v]) => [k, v]))
}

function luminance(hex: string): number {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const schemes = cssVariables(undefined as never)
const pages = { light: '#ffffff', dark: theme.colors?.dark?.[7] ?? '' }

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const frame = schemes[scheme]['--frame-background'] ?? ''

  test.each(EnvironmentName.options)('%s', (environment) => {
    const dark = scheme === 'dark' ? variables(environment, inDark) : {}
    const { line = '', ink = '', tint = '' } = { ...variables(environment, ''), ...dark }
    expect(contrast(ink, tint), 'the words of the badge').toBeGreaterThanOrEqual(4.5)
    expect(contrast(ink, pages[scheme]), 'the word in a list').toBeGreaterThanOrEqual(4.5)
    expect(contrast(line, pages[scheme]), 'the line against the page').toBeGreaterThanOrEqual(3)
    expect(contrast(line, frame), 'the line against the header').toBeGreaterThanOrEqual(3)
  })
})

test.each(['light', 'dark'] as const)(
  'the edge of an empty radio button or checkbox has enough contrast: %s',
  (scheme) => {
    const edge = schemes[scheme]['--control-edge'] ?? ''
    const inside = { light: '#ffffff', dark: theme.colors?.dark?.[6] ?? '' }[scheme]
    expect(contrast(edge, pages[scheme]), 'against the page').toBeGreaterThanOrEqual(3)
    expect(contrast(edge, inside), 'against its inside').toBeGreaterThanOrEqual(3)
  },
)

test.each(['light', 'dark'] as const)(
  'rising and falling scores have enough contrast, also in an open and selected row: %s',
  (scheme) => {
    const shade = { light: 7, dark: 5 }[scheme]
    const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    const accent = parts(theme.colors?.accent?.[shade] ?? '')
    const page = parts(pages[scheme])
    const mixed = page.map((part, place) => Math.round(0.84 * part + 0.16 * (accent[place] ?? Number.NaN)))
    const row = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
    for (const name of ['--score-rising', '--score-falling'] as const) {
      expect(contrast(schemes[scheme][name] ?? '', pages[scheme]), name).toBeGreaterThanOrEqual(4.5)
      expect(contrast(schemes[scheme][name] ?? '', row), `${name} on ${row}`).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('each environment has a unique word and icon', () => {
  const identities = EnvironmentName.options.map((name) => environmentIdentity[name])
  expect(new Set(identities.map(({ label }) => label)).size).toBe(4)
  expect(new Set(identities.map(({ Icon }) => Icon)).size).toBe(4)
  for (const { label } of identities) expect(label).toMatch(/^\w{7,}$/)
})
