import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { InsightPage } from '../../../contract/features/insights'
import type { ForgivenWord } from '../../../contract/features/search'
import { sampleRow } from '../../testing/sample-insights'
import { address, open, table } from './insights-testing'

const box = () => screen.findByRole('searchbox', { name: 'Search insights' })
const notice = () => screen.getByRole('status', { name: 'Searched for' })
const sortButton = (order: string) => screen.findByRole('button', { name: `Sort by: ${order}` })
const radio = (name: string) => screen.findByRole('menuitemradio', { name })

function openWith(forgiven: readonly ForgivenWord[], title: string, route: string) {
  return open({
    route,
    answers: {
      'insights.query': () =>
        InsightPage.parse({
          ...{ rows: [sampleRow(1, { title, summary: 'My batteries, all of them' })], total: 1, all: 5, unseen: 0 },
          ...(forgiven.length > 0 && { forgiven }),
        }),
    },
  })
}

const similar: ForgivenWord = { typed: 'batery', words: ['battery'], because: 'similar' }
const part: ForgivenWord = { typed: 'plug', words: ['unplugged'], because: 'part' }
const markedTexts = () => [...document.querySelectorAll('tbody mark')].map(({ textContent }) => textContent)

it('highlights the matches in titles and summaries, and shows no notice', async () => {
  openWith([], 'The Battéry', '/insights?q=battery')
  await table()
  expect(markedTexts()).toEqual(['Battéry', 'batteries'])
  expect(notice()).toBeEmptyDOMElement()
})

it('highlights nothing without a search', async () => {
  openWith([], 'The battery', '/insights')
  await table()
  expect(markedTexts()).toEqual([])
})

it('shows the corrected search, highlights its matches, and searches for the typed words on request', async () => {
  const { bridge } = openWith([similar], 'The battery', '/insights?q=short+batery')
  await table()
  expect(notice()).toHaveTextContent('Showing results for short battery. Search for “batery” instead')
  expect(markedTexts()).toEqual(['battery', 'batteries'])
  await userEvent.click(within(notice()).getByRole('button', { name: 'Search for “batery” instead' }))
  expect(await box()).toHaveValue('short "batery"')
  await waitFor(() => {
    const asked = bridge.calls.filter(({ name }) => name === 'insights.query').map(({ input }) => input)
    expect(asked).toContainEqual(
      expect.objectContaining({ filter: expect.objectContaining({ text: 'short "batery"' }) }),
    )
  })
})

it('says when the typed text was matched inside longer words, and highlights only that part', async () => {
  openWith([part], 'It was unplugged', '/insights?q=plug')
  await table()
  expect(notice()).toHaveTextContent('Showing results with words that contain plug.')
  expect(markedTexts()).toEqual(['plug'])
})

it('shows one search with its corrected words, and names all typed words that it can search for instead', async () => {
  openWith([similar, part], 'The battery was unplugged', '/insights?q=batery+plug+late')
  await table()
  expect(notice()).toHaveTextContent('Showing results for battery plug late. Search for “batery plug” instead')
  await userEvent.click(within(notice()).getByRole('button'))
  expect(await box()).toHaveValue('"batery" "plug" late')
})

it('sorts by best match during a search, until another order is chosen', async () => {
  const { bridge } = open({ route: '/insights?sort=title' })
  await table()
  const lastSort = () => {
    const input = bridge.calls.filter(({ name }) => name === 'insights.query').at(-1)?.input
    return (input as { sort: unknown }).sort
  }
  await userEvent.click(await sortButton('Title, A to Z'))
  expect(screen.queryByRole('menuitemradio', { name: 'Best match' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')

  await userEvent.type(await box(), 'number')
  expect(await sortButton('Best match')).toHaveTextContent('Sort by: Best match')
  expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'none')
  await waitFor(() => expect(lastSort()).toEqual({ column: 'title', direction: 'ascending', bestFirst: true }))

  await userEvent.click(await sortButton('Best match'))
  expect(await radio('Best match')).toHaveAttribute('aria-checked', 'true')
  expect((await sortButton('Best match')).querySelector('svg')).toBeNull()
  expect(screen.queryByRole('group', { name: 'Order' })).not.toBeInTheDocument()
  await userEvent.click(await radio('Score'))
  expect(await sortButton('Score, highest first')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/insights?q=number&sort=-combinedScore&sorted=1'))
  await waitFor(() => expect(lastSort()).toMatchObject({ column: 'combinedScore', bestFirst: false }))

  await userEvent.click(await sortButton('Score, highest first'))
  await userEvent.click(await radio('Best match'))
  await waitFor(() => expect(address()).toBe('/insights?q=number&sort=-combinedScore'))
  expect(await sortButton('Best match')).toBeInTheDocument()
})

it('sorts in the default direction when a column heading is clicked during a best-match sort', async () => {
  open({ route: '/insights?q=number&sort=title' })
  await table()
  await userEvent.click(within(screen.getByRole('columnheader', { name: 'Title' })).getByRole('button'))
  expect(await sortButton('Title, A to Z')).toBeInTheDocument()
})

it('explains the search in one sentence', async () => {
  open()
  expect(await box()).toHaveAccessibleDescription(/or range.*"exact words".*-word/)
})
