import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { choose, goalId, inputs, metric, openMetrics, picker } from './metrics-testing'

const focused = () => document.activeElement?.textContent ?? ''
const address = () => screen.getByLabelText('Address').textContent

it('moves through, opens and closes metrics with the keys used in every list', async () => {
  openMetrics(['a', 'b', 'c'].map((id) => metric(id, { label: `Metric ${id}` })))
  const register = within(await screen.findByRole('region', { name: 'Your metrics' }))
  // The first only shows the current place.
  await userEvent.keyboard('j')
  expect(focused()).toMatch(/^Metric a/)
  await userEvent.keyboard('j{ArrowDown}')
  expect(focused()).toMatch(/^Metric c/)
  await userEvent.keyboard('k{Home}{End}{ArrowUp}')
  expect(focused()).toMatch(/^Metric b/)
  for (const key of ['Alt', 'Control', 'Meta']) await userEvent.keyboard(`{${key}>}{ArrowUp}{Home}{/${key}}`)
  expect(focused()).toMatch(/^Metric b/)
  expect(register.getAllByRole('link').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/metrics/b')
  const details = await screen.findByRole('region', { name: 'Metric details' })
  await waitFor(() => expect(details).toHaveFocus())
  // The open metric follows, as in the tables.
  await userEvent.keyboard('j')
  await waitFor(() => expect(address()).toBe('/metrics/c'))
  expect(focused()).toMatch(/^Metric c/)
  expect(register.getByRole('link', { current: 'page' })).toHaveTextContent(/^Metric c/)
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/metrics')
  expect(focused()).toMatch(/^Metric c/)
  await userEvent.keyboard(' ')
  expect(address()).toBe('/metrics/c')
})

it('moves the focus to the details of a metric that assistive technology clicked', async () => {
  openMetrics(['a', 'b'].map((id) => metric(id, { label: `Metric ${id}` })))
  fireEvent.click(await screen.findByRole('link', { name: /^Metric b/ }), { detail: 0 })
  expect(address()).toBe('/metrics/b')
  const details = await screen.findByRole('region', { name: 'Metric details' })
  await waitFor(() => expect(details).toHaveFocus())
})

it('leaves a field with Escape, after closing an open list of goals', async () => {
  openMetrics([metric('m1')], { route: '/metrics/m1' })
  await userEvent.type(await picker(), 'rides')
  await screen.findByRole('option', { name: 'Longer rides' })
  await userEvent.keyboard('{Escape}')
  expect(await picker()).toHaveFocus()
  await waitFor(async () => expect(await picker()).toHaveAttribute('aria-expanded', 'false'))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('region', { name: 'Metric details' })).toHaveFocus()
  expect(address()).toBe('/metrics/m1')
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/metrics')
  await userEvent.keyboard('/')
  const id = screen.getByRole('textbox', { name: 'Metric ID' })
  expect(id).toHaveFocus()
  await userEvent.keyboard('m2{Escape}')
  expect(focused()).toMatch(/^m1/)
  expect(id).not.toBeInTheDocument()
  // The key selects the ID from before.
  await userEvent.keyboard('/m3')
  expect(screen.getByRole('textbox', { name: 'Metric ID' })).toHaveValue('m3')
})

it('moves by the rows that are seen at once with Page Down and Page Up', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(410)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  openMetrics(Array.from({ length: 30 }, (_, place) => metric(`m${place}`, { label: `Metric ${place}` })))
  await screen.findByRole('link', { name: /^Metric 0/ })
  // One of the ten rows stays in sight.
  await userEvent.keyboard('j{PageDown}')
  expect(focused()).toMatch(/^Metric 9/)
  await userEvent.keyboard('{PageDown}{PageUp}')
  expect(focused()).toMatch(/^Metric 9/)
})

it('moves from the search to its result with Enter, and clears the search with Escape', async () => {
  openMetrics(Array.from({ length: 9 }, (_, place) => metric(`m${place}`, { label: `Metric ${place}` })))
  await screen.findByRole('searchbox', { name: 'Search metrics' })
  await userEvent.keyboard('/4 metric{Enter}')
  expect(focused()).toMatch(/^Metric 4/)
  // The key selects the words from before.
  await userEvent.keyboard('/7{Enter}')
  expect(focused()).toMatch(/^Metric 7/)
  await userEvent.keyboard('/{Escape}')
  expect(screen.getAllByRole('link')).toHaveLength(9)
})

// By class: goals on offer have the same words.
const chosen = () => [...document.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent)

it('keeps the goals chosen for a metric, with their titles, until they are linked', async () => {
  openMetrics([metric('kept'), metric('other')], {
    route: '/metrics/kept',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  const goTo = async (id: string) => {
    await userEvent.click(screen.getByRole('link', { name: new RegExp(`^${id}`) }))
    await waitFor(() => expect(address()).toBe(`/metrics/${id}`))
    await picker()
  }
  await choose('rides', /Longer rides/)
  expect(chosen()).toEqual(['Longer rides'])
  await goTo('other')
  expect(chosen()).toEqual([])
  await goTo('kept')
  expect(chosen()).toEqual(['Longer rides'])
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await waitFor(() => expect(chosen()).toEqual([]))
  await goTo('other')
  await goTo('kept')
  expect(chosen()).toEqual([])
})

it('keeps the goals that are chosen while others are being linked', async () => {
  let finish = () => {}
  const answer = new Promise<{ changeId: string; state: 'done'; error: null }>((resolve) => {
    finish = () => resolve({ changeId: 'c1', state: 'done', error: null })
  })
  openMetrics([metric('m1')], { route: '/metrics/m1', answers: { 'metrics.relate': () => answer } })
  await choose('rides', /Longer rides/)
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await choose('brake', /Fewer brake repairs/)
  finish()
  await waitFor(() => expect(chosen()).toEqual(['Fewer brake repairs']))
})

it('links the chosen goals with Ctrl+Enter, not the highlighted option of the open list', async () => {
  const { bridge } = openMetrics([metric('m1')], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  await choose('brake', /Fewer brake repairs/)
  // The answer for other words would move the highlight.
  await screen.findByRole('option', { name: 'Longer rides' })
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(async () => expect(await picker()).toHaveAttribute('aria-activedescendant'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Linked 1 goal')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toMatchObject([{ action: 'add', outcomeIds: [goalId(1)] }])
})

it('does not link with Ctrl+Enter on another button', async () => {
  const { bridge } = openMetrics([metric('m1')], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  await choose('brake', /Fewer brake repairs/)
  screen.getByRole('button', { name: 'Unlink goals' }).focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const actions = () => inputs(bridge.calls, 'metrics.relate').map((input) => (input as { action: string }).action)
  expect(actions()).not.toContain('add')
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await waitFor(() => expect(actions()).toContain('add'))
})
