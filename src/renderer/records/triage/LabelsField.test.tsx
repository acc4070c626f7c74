import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Labelling } from '../../../contract/features/triage'
import { untriaged } from '../../testing/places'
import { renderView } from '../../testing/render'
import { OnThisComputer } from './OnThisComputer'

function TwoTopics() {
  const [id, setId] = useState('a')
  return (
    <>
      <button type="button" onClick={() => setId(id === 'a' ? 'b' : 'a')}>
        Other
      </button>
      <OnThisComputer key={id} kind="topic" id={id} />
    </>
  )
}

async function addLabel(label: string) {
  await screen.findByRole('button', { name: 'Add note' })
  await userEvent.keyboard('l')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Labels' }), `${label}{Enter}{Escape}`)
}

it('keeps a label that was given before a record was left while a list was being stored', async () => {
  const stored: string[] = []
  const waiting: (() => void)[] = []
  const { bridge } = renderView(<TwoTopics />, {
    answers: {
      'triage.get': ({ id }) => ({ ...untriaged, labels: id === 'a' ? [...stored] : [] }),
      'triage.labelAll': ({ changes }) =>
        new Promise((resolve) => {
          waiting.push(() => {
            stored.push(...changes.flatMap(({ add }) => add))
            resolve({ undo: changes.map(({ ids, add, remove }) => ({ ids, add: remove, remove: add })), full: 0 })
          })
        }),
    },
  })
  const asked = () =>
    bridge.calls.flatMap(({ name, input }) =>
      name === 'triage.labelAll' ? (input as { readonly changes: Labelling }).changes : [],
    )
  await addLabel('urgent')
  await userEvent.click(screen.getByRole('button', { name: 'Other' }))
  await userEvent.click(screen.getByRole('button', { name: 'Other' }))
  await addLabel('billing')
  expect(asked()).toEqual([
    { ids: ['a'], add: ['urgent'], remove: [] },
    { ids: ['a'], add: ['billing'], remove: [] },
  ])
  act(() => {
    for (const store of waiting) store()
  })
  await waitFor(() => expect(screen.getByText('urgent')).toBeVisible())
  expect(screen.getByText('billing')).toBeVisible()
})

it('says that a record can’t have more labels when it turns out to be full', async () => {
  renderView(<OnThisComputer kind="topic" id="a" />, { answers: { 'triage.labelAll': () => ({ undo: [], full: 1 }) } })
  await addLabel('urgent')
  expect(await screen.findByText('1 topic can’t have more labels.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('urgent')).not.toBeInTheDocument())
})
