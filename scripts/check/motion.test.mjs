/**
 * Motion takes 120 to 180 ms, or no time at all: less goes unnoticed, more makes people wait. Checks the style sheets,
 * the theme and the views, and that differing durations of Mantine are overridden.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'

const page = inProject('src', 'renderer')
const read = (name) => readFileSync(`${page}/${name}`, 'utf8')
const named = (pattern) => filesBelow(page, {}).filter((name) => pattern.test(name) && !/\.test\.tsx?$/.test(name))

/** Animations that nobody waits for: a fading highlight, and signs of activity. */
const isMeantToLast = new Set(['arrived 2.4s', 'breathe 1.6s', 'turn 1.2s'])

const isUsual = (ms) => ms === 0 || (ms >= 120 && ms <= 180)

/** Durations in a style sheet, in ms. Skips 0.01s, which stands for none with reduced motion. */
function ofStyles(text) {
  return [...text.matchAll(/\b(?:animation|transition)(?:-duration)?:([^;}]+)/g)].flatMap(([, value]) =>
    value.split(',').flatMap((one) => {
      // The second time is the delay.
      const [, first, unit] = /(?<![\w.])([\d.]+)(m?s)\b/.exec(one) ?? []
      if (first === undefined || isMeantToLast.has(`${one.trim().split(/\s+/)[0]} ${first}${unit}`)) return []
      const ms = Number(first) * (unit === 's' ? 1000 : 1)
      return ms === 10 ? [] : [ms]
    }),
  )
}

const ofCode = (text) =>
  [...text.matchAll(/\b(?:transitionDuration|exitDuration|duration)(?:: |=\{)([\d_]+)/g)].map(([, ms]) =>
    Number(ms.replaceAll('_', '')),
  )

it.each([
  ['style sheets', /\.css$/, ofStyles],
  ['code', /\.tsx?$/, ofCode],
])('animates for 120 to 180 ms, or not at all, in the %s', (_, pattern, durationsOf) => {
  const found = named(pattern).flatMap((name) => durationsOf(read(name)).map((ms) => ({ name, ms })))
  expect(found.length).toBeGreaterThan(2)
  expect(found.filter(({ ms }) => !isUsual(ms))).toEqual([])
})

it.each([
  ['Notifications', 'ui/Notices.tsx', /<Notifications[^>]*\btransitionDuration=/],
  ['Modal', 'app/theme.ts', /Modal: \{[^#]*?transitionProps: \{ duration/],
  ['SegmentedControl', 'app/theme.ts', /SegmentedControl: \{ defaultProps: \{ transitionDuration:/],
  ['Tooltip', 'app/theme.ts', /Tooltip: \{ defaultProps: \{ transitionProps: \{ duration:/],
])('overrides the default duration of %s', (_, name, pattern) => expect(read(name)).toMatch(pattern))

/** Splits a style sheet into the rules for less motion and all others. */
function splitByMotion(text) {
  const [others, ...rest] = text.split(/@media \(prefers-reduced-motion: reduce\) \{/)
  const blocks = rest.map((block) => block.split(/^\}/m))
  return {
    reduced: blocks.map(([rules]) => rules).join(''),
    others: [others, ...blocks.map(([, ...after]) => after.join('}'))].join(''),
  }
}

const animatedSelectors = (text) =>
  [...text.matchAll(/([^{};]+)\{[^{}]*\banimation(?:-duration)?:/g)].flatMap(([, selectors]) =>
    selectors
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split(',')
      .map((selector) => selector.trim()),
  )

it('animates nothing when the system asks for reduced motion', () => {
  const found = named(/\.css$/).flatMap((name) => {
    const { reduced, others } = splitByMotion(read(name))
    const still = new Set(animatedSelectors(reduced))
    return animatedSelectors(others).map((selector) => ({ name, selector, isStill: still.has(selector) }))
  })
  expect(found.length).toBeGreaterThan(3)
  expect(found.filter(({ isStill }) => !isStill)).toEqual([])
  // Covers every transition of the style sheets, and durations that Mantine's components time themselves.
  expect(splitByMotion(read('app/app.css')).reduced).toMatch(
    /\*,\s+\*::before,\s+\*::after \{[^}]*transition-duration: 0s !important/,
  )
  expect(read('app/theme.ts')).toContain('respectReducedMotion: true')
})
