// Two walks through every view and every layer over one: compares light, dark and, in light, two sizes to docs/pictures;
// checks the rules of WCAG 2.2 A and AA that a machine can check, targets of 24 pixels, and that nothing is lost at 200%
// in the small window. docs/pictures.md has the comparison's requirements and the way to update the pictures.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { RunningApp } from '../../app/app'
import { frozenService, holdStill, stillOptions, whyNotComparable } from '../../app/still-app'
import { checkAccessibility, showIn } from '../../commands/check-accessibility'
import { checkReach } from '../../commands/check-reach'
import { checkTargets } from '../../commands/check-targets'
import { collectWords, type ShownText } from '../../commands/collect-words'
import { comparePicture, isWriting, pictures } from '../../commands/compare-picture'
import { clustersIn, listedWords, textsIn, wordsOf } from '../../commands/cover-words'
import { noteInSummary } from '../../commands/note-in-summary'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'
import { type Kind, type Stretch, stops } from '../../walk/stops'
import { walkSandbox } from '../../walk/walk-sandbox'
import { walkService } from '../../walk/walk-service'

/** Texts typed by the walks, scripted answers of the service, and the sandbox's own names. */
const typed = [
  ...['Juniper Bikes', 'zzzyx', 'range', 'brake', 'Riders ask for a spoken range warning'],
  ...[
    'Four riders in the spring panel asked for it.',
    'Riders miss the bell in the rain',
    'A lamp that dims by itself',
  ],
  ...['Typed on a train.', 'Scripted by a test', 'A valid access token is needed', 'Weekly active riders'],
]

const usual = { width: 1440, height: 900 }
const small = { width: 1024, height: 700 }

interface Look {
  readonly size: typeof usual
  readonly scheme: 'light' | 'dark'
  readonly isPictured: boolean
}

/** Each stop ends in light. */
const bothSmall = (isDarkPictured: boolean): readonly Look[] => [
  { size: small, scheme: 'dark', isPictured: isDarkPictured },
  { size: small, scheme: 'light', isPictured: true },
]
/**
 * Colours are the same at every size, so the large one is checked in light only. Details, states and layers over a view
 * have the colours of other views: in dark, they are checked for contrast, without a picture.
 */
const looks: Readonly<Record<Kind, readonly Look[]>> = {
  view: [{ size: usual, scheme: 'light', isPictured: true }, ...bothSmall(true)],
  form: bothSmall(true),
  details: [{ size: usual, scheme: 'light', isPictured: true }, ...bothSmall(false)],
  state: bothSmall(false),
  over: bothSmall(false),
  document: bothSmall(true),
}
/** Whether a stop is pictured without the view below. */
const isOver = (kind: Kind) => kind === 'over' || kind === 'document'

/** Selector of layers over a view. */
const opened = '[role="dialog"], [role="menu"], [role="listbox"]'

const pictureName = (stop: string, { scheme, size }: Look) => `${stop}-${scheme}${size === small ? '-1024x700' : ''}`

const picturesOf = (stretch: Readonly<Record<string, Kind>>) =>
  Object.entries(stretch).flatMap(([stop, kind]) =>
    looks[kind].filter(({ isPictured }) => isPictured).map((look) => `${pictureName(stop, look)}.png`),
  )

/** Prefers a dialog to the layer that it opened over, such as the details of the sync. */
async function whatOpened(page: Page): Promise<Locator> {
  const dialog = page.locator('[aria-modal="true"]').filter({ visible: true })
  return (await dialog.count()) > 0 ? dialog.last() : page.locator(opened).filter({ visible: true }).first()
}

async function lookAt(
  app: RunningApp,
  { stop, kind, isComparable, texts }: { stop: string; kind: Kind; isComparable: boolean; texts: ShownText[] },
): Promise<void> {
  const { page } = app
  // A closed dialog returns the focus to its button in the header, sometimes before and sometimes after the view takes it.
  await page.evaluate((layers) => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && !activeElement.closest(`main, ${layers}`)) activeElement.blur()
  }, opened)
  let shown: typeof usual | null = null
  for (const look of looks[kind]) {
    const { size, scheme: colorScheme } = look
    if (size !== shown) await resizeWindow(app, size)
    shown = size
    await showIn(page, colorScheme)
    if (size === small) {
      await checkAccessibility(page, `${stop}, ${colorScheme}`, {
        rules: colorScheme === 'light' ? 'all' : 'contrast',
        ...(isOver(kind) ? { within: opened } : {}),
      })
    }
    if (isComparable && look.isPictured) {
      const part = isOver(kind) ? await whatOpened(page) : undefined
      await comparePicture(page, pictureName(stop, look), part)
    }
  }
  // Only parts of a view scroll, except that the form to connect scrolls as a whole.
  const main = page.locator('main').filter({ hasNot: page.getByRole('form', { name: 'Connect a workspace' }) })
  const beyond = await main.evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight))
  expect.soft(Math.max(0, ...beyond), `${stop}: how far the view scrolls as a whole`).toBeLessThanOrEqual(1)
  await checkTargets(page, stop)
  texts.push(...(await collectWords(page)))
  await checkReach(page, stop)
  await resizeWindow(app, small, 2)
  await checkReach(page, `${stop} at 200%`)
  await resizeWindow(app, small)
}

/** Data of both walks: all texts and names of the sandbox's story, and the typed texts. */
async function storyData(): Promise<readonly string[]> {
  const folder = path.resolve(import.meta.dirname, '../../../src/sandbox/story')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  return [...files.flatMap((file) => textsIn(JSON.parse(file))), ...typed]
}

type Visitor = (stop: string) => Promise<void>

/** Runs a walk with a visitor that looks at each stop, and checks that no stop is missing. */
async function walk(
  stretch: Stretch,
  app: RunningApp,
  data: () => Promise<readonly string[]>,
  go: (visit: Visitor) => Promise<void>,
): Promise<void> {
  const kinds: Readonly<Record<string, Kind>> = stops[stretch]
  const why = await whyNotComparable(app)
  if (why !== null) {
    const words = `The pictures are NOT compared here: ${why}. Looked for instead: what breaks a rule, and what is lost.`
    noteInSummary(words)
    console.warn(words)
    expect(isWriting(), 'pictures can be written here').toBe(false)
  }
  await holdStill(app)
  const visited: string[] = []
  const texts: ShownText[] = []
  await go(async (stop) => {
    await lookAt(app, { stop, kind: kinds[stop] ?? 'view', isComparable: why === null, texts })
    visited.push(stop)
  })
  expect(visited.toSorted()).toEqual(Object.keys(kinds).toSorted())
  const values = await data()
  const { covers } = wordsOf(listedWords(), [...values, ...clustersIn(texts, values)])
  const unlisted = [...new Set(texts.flatMap(covers))]
  expect(unlisted, 'what is neither in docs/words-shown.md nor data').toEqual([])
}

test('the sandbox: every view matches its picture, breaks no rule of WCAG 2.2 AA, and loses nothing at 200%', async ({
  start,
}, testInfo) => {
  test.setTimeout(1_800_000)
  const app = await start(await stillOptions(testInfo.outputPath('fonts')))
  await walk('sandbox', app, storyData, (visit) => walkSandbox({ ...app, visit }))
})

test('a service in every state: every view matches its picture, passes WCAG 2.2 AA, and loses nothing at 200%', async ({
  start,
  serve,
  serveFaults,
}, testInfo) => {
  test.setTimeout(1_800_000)
  const service = await serve(frozenService)
  const gate = await serveFaults({ upstream: service.baseUrl })
  const app = await start(await stillOptions(testInfo.outputPath('fonts')))
  await walk('service', app, storyData, (visit) => walkService({ ...app, visit, service, gate }))
})

test('every stop has its pictures, no others exist, and all are under 4 MB in total', async () => {
  const wanted = Object.values(stops).flatMap(picturesOf).toSorted()
  const found = (await readdir(pictures)).toSorted()
  const isLeftOver = (name: string) => !wanted.includes(name)
  if (isWriting()) {
    for (const name of found.filter(isLeftOver)) await rm(path.join(pictures, name))
  } else expect(found).toEqual(wanted)
  const sizes = await Promise.all(wanted.map(async (name) => (await stat(path.join(pictures, name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000)
})
