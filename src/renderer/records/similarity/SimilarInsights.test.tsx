import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { renderView } from '../../testing/render'
import { sampleId } from '../../testing/sample-insights'
import { SimilarInsights } from './SimilarInsights'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Mounted anew for each record, as its details do. */
function Details() {
  const [place, setPlace] = useState(1)
  return (
    <>
      <button type="button" onClick={() => setPlace(place + 1)}>
        Next
      </button>
      <SimilarInsights key={place} id={sampleId(place)} />
    </>
  )
}

const wait = (timeMs: number) => act(() => vi.advanceTimersByTimeAsync(timeMs))

it('asks once, and only about the record the person stays on', async () => {
  const { bridge } = renderView(<Details />)
  const asked = () =>
    bridge.calls.flatMap(({ name, input }) => (name === 'duplicates.similar' ? (input as { id: string }).id : []))
  await wait(200)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await wait(200)
  expect(asked()).toEqual([])
  expect(screen.getByRole('region', { name: 'Similar insights' })).toHaveTextContent(/Comparing…$/)
  await wait(1000)
  expect(asked()).toEqual([sampleId(2)])
})

it.each([
  ['meaning', 'No insight is similar to this one.'],
  ['words', 'This insight can’t be compared by meaning. No insight has a similar title.'],
] as const)('says why it lists none when it compared by %s', async (by, text) => {
  const uncompared = { without: 1, incomparable: 0, leftOut: 0 }
  renderView(<Details />, { answers: { 'duplicates.similar': () => ({ by, rows: [], uncompared }) } })
  await wait(250)
  await wait(100)
  expect(screen.getByText(text)).toBeInTheDocument()
  // Only a comparison by meaning leaves any out.
  expect(screen.queryAllByText('1 insight has no embedding and isn’t compared.')).toHaveLength(by === 'meaning' ? 1 : 0)
})

it('says when the insights could not be compared, and compares them again on request', async () => {
  let isBroken = true
  const uncompared = { without: 0, incomparable: 0, leftOut: 0 }
  const similar = () => {
    if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
    return { by: 'meaning' as const, rows: [], uncompared }
  }
  renderView(<Details />, { answers: { 'duplicates.similar': similar } })
  await wait(250)
  await wait(100)
  expect(screen.getByRole('alert')).toHaveTextContent('library isn’t ready')
  expect(screen.queryByText('Comparing…')).not.toBeInTheDocument()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await wait(100)
  expect(screen.getByText('No insight is similar to this one.')).toBeInTheDocument()
})
