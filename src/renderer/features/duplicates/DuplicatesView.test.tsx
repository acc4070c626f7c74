import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { type DuplicatePair, type Duplicates, mostPairs } from '../../../contract/features/duplicates'
import { Preferences } from '../../../contract/features/preferences'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { untriaged } from '../../testing/places'
import { renderView, testWorkspace } from '../../testing/render'
import { sampleId, sampleRow } from '../../testing/sample-insights'
import { sampleFeedback } from '../../testing/sample-records'
import { DuplicatesView } from '.'

const none = { without: 0, incomparable: 0, leftOut: 0 }
const near = (place: number, changes = {}) => ({
  ...{ id: sampleId(place), type: 'Bug', title: `Insight number ${place}`, hideContent: false },
  ...changes,
})
const pair = (one: number, other: number, similarity: number, changes: Partial<DuplicatePair> = {}): DuplicatePair => ({
  insights: [near(one), near(other)],
  similarity,
  isDismissed: false,
  ...changes,
})
const three = [pair(1, 2, 0.99), pair(3, 4, 0.97), pair(5, 6, 0.9)]
const detail = (id: string) => {
  const place = Number(id.slice(-3))
  return {
    ...sampleRow(place),
    ...{ description: `Told by ${place}`, ownerId: null, lastScoreCalculatedAt: null, embeddingLength: 3 },
    ...{ opportunities: [], solutions: [], outcomes: [], feedback: [] },
  }
}

interface Shown {
  readonly found?: Partial<Duplicates>
  readonly answers?: Answers
  readonly route?: string
}

function Address() {
  const { pathname, state } = useLocation()
  return <output aria-label="Address">{`${pathname} ${JSON.stringify(state)}`}</output>
}

function open({ found = {}, answers, route = '/duplicates' }: Shown = {}) {
  let pairs = found.pairs ?? three
  const { bridge } = renderView(
    <>
      <main tabIndex={-1}>
        <DuplicatesView />
      </main>
      <Address />
    </>,
    {
      route,
      answers: {
        'duplicates.find': () => ({ progress: 1, compared: 6, uncompared: none, ...found, pairs }),
        'duplicates.dismiss': ({ ids, isDismissed }) => {
          pairs = pairs.map((each) => (each.insights[0].id === ids[0] ? { ...each, isDismissed } : each))
          return null
        },
        'insights.get': ({ id }) => detail(id),
        ...answers,
      },
    },
  )
  return bridge
}

const listed = () => within(screen.getByRole('region', { name: 'Pairs' })).getAllByRole('button')
const found = () => screen.getByRole('status', { name: 'Pairs found' })

it('shades the parts that differ, and says so in the singular or plural', async () => {
  const goal = { id: sampleId(50), title: 'Fewer returns', description: '', hideContent: false, rank: 1, trend: null }
  open({
    answers: { 'insights.get': ({ id }) => ({ ...detail(id), outcomes: id === sampleId(1) ? [goal] : [] }) },
  })
  expect(await screen.findByRole('row', { name: /^Goals differ / })).toBeInTheDocument()
  expect(screen.getByRole('row', { name: /^Type differs / })).toHaveAttribute('data-different')
  expect(screen.getByRole('row', { name: 'Quotes none none' })).not.toHaveAttribute('data-different')
})

it('lists pairs at or above the threshold, nearest first, and compares both sides', async () => {
  open()
  await waitFor(() => expect(found()).toHaveTextContent('2 pairs'))
  expect(listed().map((each) => each.textContent)).toEqual([
    '0.99 Insight number 1 Insight number 2',
    '0.97 Insight number 3 Insight number 4',
  ])
  const type = await screen.findByRole('row', { name: /^Type/ })
  expect(type).toHaveTextContent(/Type\s*differs\s*General feedback\s*Bug/)
  expect(screen.getByRole('row', { name: /^Score/ })).not.toHaveTextContent('differs')
  expect(screen.getByText(/can’t merge/)).toBeInTheDocument()
})

it('announces how many pairs reach a threshold that the keys set', async () => {
  open()
  await screen.findByRole('row', { name: /^Type/ })
  screen.getByRole('slider', { name: 'Minimum similarity' }).focus()
  await userEvent.keyboard('{End}')
  await announced('1 pair with a similarity of at least 0.99')
  await waitFor(() => expect(found()).toHaveTextContent('1 pair'))
  await userEvent.keyboard('{Home}')
  await announced('3 pairs with a similarity of at least 0.85')
  await waitFor(() => expect(found()).toHaveTextContent('3 pairs'))
})

it('announces only pairs of the kind that is listed', async () => {
  open({ found: { pairs: [...three, pair(7, 8, 0.995, { isDismissed: true })] } })
  await screen.findByRole('row', { name: /^Type/ })
  screen.getByRole('slider', { name: 'Minimum similarity' }).focus()
  await userEvent.keyboard('{End}')
  await announced('1 pair with a similarity of at least 0.99')
})

it.each([
  ['0.85', '3 pairs'],
  ['0.5', '2 pairs'],
  ['5', '2 pairs'],
])('reads the threshold from the address, but not one that cannot be set: %s', async (least, pairs) => {
  open({ route: `/duplicates?least=${least}` })
  await waitFor(() => expect(found()).toHaveTextContent(pairs))
})

it('moves to the next pair with J, picks a side with the arrow keys, and opens it with Enter', async () => {
  open()
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('k')
  await announced('First pair')
  await userEvent.keyboard('j')
  expect(listed()[1]).toHaveFocus()
  await userEvent.keyboard('j')
  await announced('Last pair')
  await screen.findByRole('columnheader', { name: /Insight number 3/ })
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('columnheader', { name: /Second insight, chosen/ })).toBeInTheDocument()
  expect(screen.getByText(/E, N and L apply to the second insight\.$/)).toBeInTheDocument()
  await announced('Second insight')
  listed()[1]?.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText('Address')).toHaveTextContent(`/insights/${sampleId(4)} {"isFocusWanted":true}`)
})

it('moves through the pairs with the up and down arrow keys, and picks either side with left and right', async () => {
  open()
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('{ArrowDown}')
  expect(listed()[1]).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(listed()[0]).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await announced('First pair')
  await userEvent.keyboard('{ArrowRight}')
  await announced('Second insight')
  await userEvent.keyboard('{ArrowLeft}')
  await announced('First insight')
})

it('names no keys beside the insights when single keys are off', async () => {
  open({ answers: { 'preferences.read': () => Preferences.parse({ hasSingleKeys: false }) } })
  await screen.findByRole('row', { name: /^Type/ })
  expect(screen.getByText(/can’t merge/)).not.toHaveTextContent(/apply to/)
})

it.each([
  ['a click on its heading', (heading: HTMLElement) => fireEvent.click(heading)],
  ['the focus on its link', (heading: HTMLElement) => act(() => within(heading).getByRole('link').focus())],
  ['the focus on one of its buttons', () => act(() => screen.getAllByRole('button', { name: 'Add note' })[1]?.focus())],
])('chooses a side by %s', async (_, choose) => {
  open()
  await screen.findByRole('row', { name: /^Type/ })
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Add note' })).toHaveLength(2))
  choose(screen.getByRole('columnheader', { name: /^Second insight/ }))
  expect(screen.getByRole('columnheader', { name: /^Second insight, chosen/ })).toBeInTheDocument()
  expect(screen.getByText(/E, N and L apply to the second insight\.$/)).toBeInTheDocument()
})

it('marks the insight of the chosen side as reviewed with E', async () => {
  const bridge = open({ answers: { 'triage.decideAll': () => ({ undo: [] }) } })
  await screen.findByRole('row', { name: /^Type/ })
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Mark as reviewed' })).toHaveLength(2))
  await userEvent.keyboard('e{ArrowRight}e')
  const decided = () => bridge.calls.filter(({ name }) => name === 'triage.decideAll')
  await waitFor(() =>
    expect(decided()).toMatchObject(
      [1, 2].map((place) => ({
        input: { kind: 'insight', decisions: [{ ids: [sampleId(place)], decision: { status: 'reviewed' } }] },
      })),
    ),
  )
})

it('keeps the chosen pair when the one before it disappears', async () => {
  let pairs = three
  const bridge = open({
    route: '/duplicates?least=0.85',
    answers: { 'duplicates.find': () => ({ progress: 1, compared: 6, uncompared: none, pairs }) },
  })
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('j')
  pairs = three.slice(1)
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['duplicates'] }))
  await waitFor(() => expect(found()).toHaveTextContent('2 pairs'))
  expect(listed()[0]).toHaveTextContent('Insight number 3')
  expect(listed()[0]).toHaveAttribute('aria-current', 'true')
})

it('moves to the pair below a dismissed one that had itself moved up', async () => {
  let pairs = [pair(1, 2, 0.99), pair(3, 4, 0.98), pair(5, 6, 0.97), pair(7, 8, 0.96)]
  const bridge = open({
    answers: {
      'duplicates.find': () => ({ progress: 1, compared: 8, uncompared: none, pairs }),
      'duplicates.dismiss': () => {
        pairs = pairs.slice(1)
        return null
      },
    },
  })
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('j')
  pairs = pairs.slice(1)
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['duplicates'] }))
  await waitFor(() => expect(found()).toHaveTextContent('3 pairs'))
  await userEvent.keyboard('d')
  await waitFor(() => expect(found()).toHaveTextContent('2 pairs'))
  expect(listed()[0]).toHaveTextContent('Insight number 5')
  expect(listed()[0]).toHaveAttribute('aria-current', 'true')
})

it('dismisses a pair, moves to the next, and undoes the dismissal', async () => {
  const bridge = open()
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('d')
  await waitFor(() => expect(found()).toHaveTextContent('1 pair'))
  expect(bridge.calls.filter(({ name }) => name === 'duplicates.dismiss')).toMatchObject([
    { input: { ids: [sampleId(1), sampleId(2)], isDismissed: true } },
  ])
  expect(screen.getByRole('switch', { name: 'Not duplicates (1)' })).toBeInTheDocument()
  expect(listed()[0]).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(found()).toHaveTextContent('2 pairs'))
  // The pair that the keys act on.
  await waitFor(() => expect(listed()[0]).toHaveAttribute('aria-current', 'true'))
  expect(listed()[0]).toHaveFocus()
})

it('goes back from another pair to the one whose dismissal is undone', async () => {
  open({ route: '/duplicates?least=0.85' })
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('d')
  await waitFor(() => expect(found()).toHaveTextContent('2 pairs'))
  await userEvent.keyboard('j')
  expect(listed()[1]).toHaveAttribute('aria-current', 'true')
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(found()).toHaveTextContent('3 pairs'))
  await waitFor(() => expect(listed()[0]).toHaveAttribute('aria-current', 'true'))
  expect(await screen.findByText('Undone: marked as not duplicates')).toBeInTheDocument()
})

it.each([
  ['the key', () => userEvent.keyboard('d')],
  ['the button', async () => userEvent.click(screen.getByRole('button', { name: 'Not a duplicate' }))],
])('focuses the view when the last pair is dismissed with %s', async (_, dismiss) => {
  open({ found: { pairs: [pair(1, 2, 0.99)] } })
  await screen.findByRole('row', { name: /^Type/ })
  listed()[0]?.focus()
  await dismiss()
  expect(await screen.findByText('Marked as not duplicates')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'No possible duplicates' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('keeps Ctrl+A from selecting the text of the page', async () => {
  open()
  await screen.findByRole('row', { name: /^Type/ })
  for (const target of [screen.getByRole('main'), listed()[0] as HTMLElement]) {
    expect(fireEvent.keyDown(target, { key: 'a', code: 'KeyA', ctrlKey: true })).toBe(false)
  }
})

it('shows no number of pairs until they are found', async () => {
  open({ answers: { 'duplicates.find': () => new Promise(() => {}) } })
  expect(await screen.findByRole('status', { name: 'Pairs found' })).toBeEmptyDOMElement()
})

it('shows the progress of the comparison', async () => {
  open({ found: { progress: 0.42, pairs: [] } })
  expect(await screen.findByText('42%')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Compared' })).toHaveAttribute('aria-valuenow', '42')
  // Each step would interrupt what a screen reader says.
  for (const status of screen.getAllByRole('status')) expect(status).not.toHaveTextContent('%')
})

it.each(['insights.get', 'triage.get'])('takes N right after J, and D after it for no key, before %s', async (read) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  open({
    answers: {
      'insights.get': async ({ id }) => {
        if (isHeld && read === 'insights.get') await held
        return detail(id)
      },
      'triage.get': async () => {
        if (isHeld && read === 'triage.get') await held
        return untriaged
      },
    },
  })
  await screen.findByRole('row', { name: /^Type/ })
  isHeld = true
  await userEvent.keyboard('jnd')
  expect(found()).toHaveTextContent('2 pairs')
  act(() => release())
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveFocus()
  expect(found()).toHaveTextContent('2 pairs')
})

it('keeps the pairs, and what is typed beside one, while insights are compared again', async () => {
  let progress = 1
  const bridge = open({
    answers: {
      'duplicates.find': () => ({ progress, compared: 6, uncompared: none, pairs: three }),
      'triage.setNote': () => null,
    },
  })
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('n')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Half a sent')
  const before = listed().length
  progress = 0.42
  bridge.push('library.changed', { workspace: testWorkspace, features: ['duplicates'] })
  expect(await screen.findByText('Comparing again…')).toBeInTheDocument()
  expect(listed()).toHaveLength(before)
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus()
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a sent')
  progress = 1
  await waitFor(() => expect(screen.queryByText('Comparing again…')).not.toBeInTheDocument())
})

it('claims nothing of insights that are compared again while none of the earlier pairs is shown', async () => {
  open({ found: { progress: 0, compared: 0, pairs: [pair(1, 2, 0.99, { isDismissed: true })] } })
  expect(await screen.findByText('0%')).toBeInTheDocument()
  expect(screen.queryByText('Nothing to compare')).not.toBeInTheDocument()
  expect(screen.queryByText('Comparing again…')).not.toBeInTheDocument()
  expect(screen.getByRole('status', { name: 'Pairs found' })).toBeEmptyDOMElement()
})

it('says how many insights are not compared, and why', async () => {
  open({ found: { uncompared: { without: 12, incomparable: 1, leftOut: 0 }, compared: 5_000 } })
  expect(await screen.findByText('12 insights have no embedding and aren’t compared.')).toBeInTheDocument()
  expect(screen.getByText('1 insight has an embedding that can’t be compared.')).toBeInTheDocument()
})

it('offers a lower threshold when no pair reaches the current one', async () => {
  open({ found: { pairs: [pair(5, 6, 0.9)] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Lower to 0.85' }))
  await waitFor(() => expect(found()).toHaveTextContent('1 pair'))
})

const dismissedPair = (similarity: number) => pair(1, 2, similarity, { isDismissed: true })
it.each([
  ['none is near', [pair(5, 6, 0.9)], '', 'No pair has a similarity of at least 0.95.', true],
  [
    'all that are near were dismissed',
    [dismissedPair(0.99), pair(5, 6, 0.9)],
    '',
    'All pairs with a similarity of at least 0.95 are marked as not duplicates.',
    true,
  ],
  ['none was dismissed', [pair(1, 2, 0.99)], '?dismissed=1', 'Pairs you mark as not duplicates appear here.', false],
  [
    'none that was dismissed is near',
    [dismissedPair(0.9), pair(5, 6, 0.99)],
    '?dismissed=1',
    'No such pair has a similarity of at least 0.95.',
    true,
  ],
])('says why no pair is listed: %s', async (_, pairs, search, words, offersLower) => {
  open({ found: { pairs }, route: `/duplicates${search}` })
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.queryAllByRole('button', { name: 'Lower to 0.85' })).toHaveLength(offersLower ? 1 : 0)
})

it('offers no lower threshold than the lowest', async () => {
  open({ found: { pairs: [], compared: 2 }, route: '/duplicates?least=0.85' })
  expect(await screen.findByRole('heading', { name: 'No possible duplicates' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Lower to/ })).not.toBeInTheDocument()
})

it('says when too few insights have an embedding to compare', async () => {
  open({ found: { pairs: [], compared: 1 } })
  expect(await screen.findByRole('heading', { name: 'Nothing to compare' })).toBeInTheDocument()
})

it('does not show hidden content', async () => {
  open({
    found: { pairs: [pair(1, 2, 0.99, { insights: [near(1, { hideContent: true }), near(2)] })] },
    answers: { 'insights.get': ({ id }) => ({ ...detail(id), hideContent: id === sampleId(1) }) },
  })
  await screen.findByRole('row', { name: /^Type/ })
  expect(screen.queryByText(/Insight number 1/)).not.toBeInTheDocument()
  expect(screen.queryByText('Told by 1')).not.toBeInTheDocument()
})

it('shows scores, quotes and records of both sides, those in both marked, and counts the quotes left out', async () => {
  const related = { description: '', hideContent: false, status: 'New' }
  const range = { ...related, id: sampleId(60), title: 'Trust the range' }
  const secret = { ...related, id: sampleId(61), title: 'Secret', hideContent: true }
  const quotes = (many: number) =>
    Array.from({ length: many }, (_, place) => sampleFeedback(place + 1, { createdAt: 'a while ago' }))
  const sides = [
    { combinedScore: null, feedback: quotes(6), opportunities: [range, secret], createdAt: 'in spring' },
    { feedback: quotes(5), opportunities: [range], createdAt: 'in autumn' },
  ]
  open({
    answers: {
      'insights.get': ({ id }) => ({ ...detail(id), updatedAt: 'today', ...sides[Number(id.slice(-1)) - 1] }),
    },
  })
  await screen.findByRole('row', { name: /^Type/ })
  const [, , ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  const shown = rows.map((row) => [...row.children].map(({ textContent }) => textContent))
  const said = (number: number) => `Somebody said number ${number}Survey · a while agoNegative · −0.80 · 90% confident`
  const five = [1, 2, 3, 4, 5].map(said).join('')
  expect(shown).toEqual([
    ['Type differs', 'General feedback', 'Bug'],
    ['Score differs', 'not scored', '0.50'],
    ['Strength', '0.40', '0.40'],
    ['Momentum', '0.30', '0.30'],
    ['Feedback differs', '6', '5'],
    ['Description differs', 'Told by 1', 'Told by 2'],
    ['Opportunities differ', 'Trust the range in both Hidden content', 'Trust the range in both'],
    ['Goals', 'none', 'none'],
    ['Solutions', 'none', 'none'],
    ['Quotes differ', `${five}1 more in its details`, five],
    ['Created differs', 'in spring', 'in autumn'],
    ['Updated', 'today', 'today'],
  ])
})

it('compares records and quotes by what they are, whatever their order', async () => {
  const related = { description: '', hideContent: false, status: 'New', horizon: null }
  const range = { ...related, id: sampleId(60), title: 'Trust the range' }
  const gauge = { ...related, id: sampleId(61), title: 'A better gauge' }
  const [loud, cold] = [sampleFeedback(1), sampleFeedback(2)]
  const sides = [
    { opportunities: [range, gauge], solutions: [range], feedback: [loud, cold] },
    { opportunities: [gauge, range], solutions: [gauge], feedback: [cold, loud] },
  ]
  open({ answers: { 'insights.get': ({ id }) => ({ ...detail(id), ...sides[Number(id.slice(-1)) - 1] }) } })
  await screen.findByRole('row', { name: /^Type/ })
  const heading = (name: RegExp) => screen.getByRole('rowheader', { name }).textContent
  expect(heading(/^Opportunities/)).toBe('Opportunities')
  expect(heading(/^Solutions/)).toBe('Solutions differ')
  expect(heading(/^Quotes/)).toBe('Quotes')
})

it('underlines the words that only one side has, but not in texts that share hardly any', async () => {
  const sides = [
    { title: 'The range falls on hills', description: 'Riders wait for rain' },
    { title: 'The range drops on hills', description: 'A gauge lies' },
  ]
  open({ answers: { 'insights.get': ({ id }) => ({ ...detail(id), ...sides[Number(id.slice(-1)) - 1] }) } })
  await screen.findByRole('row', { name: /^Type/ })
  const marks = screen.getByRole('table').querySelectorAll('mark')
  expect([...marks].map(({ textContent }) => textContent?.trim())).toEqual(['falls', 'drops'])
})

it.each([
  ['Y', () => userEvent.keyboard('y')],
  ['the button', async () => userEvent.click(screen.getByRole('button', { name: 'Copy as Markdown' }))],
])('copies both insights as Markdown with %s', async (_, copy) => {
  const bridge = open({ answers: { 'shell.copyText': () => null } })
  await screen.findByRole('row', { name: /^Type/ })
  await copy()
  await announced('Both insights copied')
  expect(bridge.calls.filter(({ name }) => name === 'shell.copyText')).toMatchObject([
    { input: { text: expect.stringMatching(/^# Possible duplicates, similarity 0\.99\n\n## Insight number 1\n/) } },
  ])
})

it.each([1, 2])('says that side %i could not be read, copies nothing, and reads it again on request', async (side) => {
  let isBroken = true
  const bridge = open({
    answers: {
      'insights.get': ({ id }) => {
        if (isBroken && id === sampleId(side)) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
        return detail(id)
      },
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.keyboard('y')
  expect(bridge.calls.some(({ name }) => name === 'shell.copyText')).toBe(false)
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByRole('row', { name: /^Type/ })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('compares the clicked pair', async () => {
  open()
  await screen.findByRole('columnheader', { name: /Insight number 1/ })
  await userEvent.click(listed()[1] as HTMLElement)
  expect(await screen.findByRole('columnheader', { name: /Insight number 3/ })).toBeInTheDocument()
  expect(listed().map((each) => [each.getAttribute('aria-current'), each.tabIndex])).toEqual([
    [null, -1],
    ['true', 0],
  ])
})

it('lists dismissed pairs instead while the switch is on, and restores one', async () => {
  const bridge = open({ found: { pairs: [pair(1, 2, 0.99), pair(3, 4, 0.97, { isDismissed: true })] } })
  const toggle = await screen.findByRole('switch', { name: 'Not duplicates (1)' })
  await userEvent.click(toggle)
  expect(toggle).toBeChecked()
  expect(listed().map((each) => each.textContent)).toEqual(['0.97 Insight number 3 Insight number 4'])
  await userEvent.click(await screen.findByRole('button', { name: 'Possible duplicate' }))
  expect(await screen.findByText('Restored as possible duplicates')).toBeInTheDocument()
  expect(bridge.calls.filter(({ name }) => name === 'duplicates.dismiss')).toMatchObject([
    { input: { isDismissed: false } },
  ])
  expect(await screen.findByRole('heading', { name: 'No pairs marked as not duplicates' })).toBeInTheDocument()
  await userEvent.click(toggle)
  expect(listed()).toHaveLength(2)
})

it('lists 200 pairs, more on request, and says when only the most similar ones are listed', async () => {
  const many = Array.from({ length: mostPairs }, (_, place) => pair(1, place + 2, 0.99))
  open({ found: { pairs: many } })
  await screen.findByText('Only the 1,000 most similar pairs are listed.')
  expect(found()).toHaveTextContent('1,000 pairs')
  expect(document.querySelectorAll('[data-pair]')).toHaveLength(200)
  fireEvent.click(screen.getByText('Show more'))
  expect(document.querySelectorAll('[data-pair]')).toHaveLength(400)
})

it('says that pairs could not be found, and searches again on request', async () => {
  let isBroken = true
  open({
    answers: {
      'duplicates.find': () => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
        return { progress: 1, compared: 6, uncompared: none, pairs: three }
      },
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.keyboard('d')
  isBroken = false
  await userEvent.click(retry)
  await waitFor(() => expect(listed()).toHaveLength(2))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('marks a reviewed insight as not reviewed', async () => {
  const bridge = open({
    answers: {
      'triage.get': ({ id }) => ({ ...untriaged, status: id === sampleId(1) ? 'reviewed' : 'open' }),
      'triage.decideAll': () => ({ undo: [] }),
    },
  })
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as not reviewed' }))
  await waitFor(() =>
    expect(bridge.calls.filter(({ name }) => name === 'triage.decideAll')).toMatchObject([
      { input: { decisions: [{ ids: [sampleId(1)], decision: { status: 'open' } }] } },
    ]),
  )
})

it('ignores E until it is known whether the insight is reviewed', async () => {
  let answer = () => {}
  const bridge = open({
    answers: {
      'triage.get': ({ id }) =>
        id === sampleId(1)
          ? new Promise((resolve) => (answer = () => resolve({ ...untriaged, status: 'reviewed' })))
          : untriaged,
      'triage.decideAll': () => ({ undo: [] }),
    },
  })
  await screen.findByRole('row', { name: /^Type/ })
  await userEvent.keyboard('e')
  answer()
  await screen.findByRole('button', { name: 'Mark as not reviewed' })
  await userEvent.keyboard('e')
  await waitFor(() =>
    expect(bridge.calls.filter(({ name }) => name === 'triage.decideAll')).toMatchObject([
      { input: { decisions: [{ ids: [sampleId(1)], decision: { status: 'open' } }] } },
    ]),
  )
})

it('offers to edit the note of an insight that has one, and to add one to the other', async () => {
  open({ answers: { 'triage.get': ({ id }) => ({ ...untriaged, note: id === sampleId(1) ? 'Ask Anna' : '' }) } })
  await screen.findByRole('row', { name: /^Type/ })
  const [, own] = within(screen.getByRole('table')).getAllByRole('row')
  const [, first, second] = within(own as HTMLElement).getAllByRole('cell')
  expect(await within(first as HTMLElement).findByRole('button', { name: 'Edit note' })).toBeInTheDocument()
  expect(await within(second as HTMLElement).findByRole('button', { name: 'Add note' })).toBeInTheDocument()
  // Each cell below is read with its column's name.
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'First insight, chosenInsight number 1',
    'Second insightInsight number 2',
  ])
})
