import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView, testSyncStatus } from '../../testing/render'
import { SyncDetails } from './SyncDetails'

it('names what is new in the service, once and in a line of its own', () => {
  const unknownFields = ['Insight.mood', 'Insight.type: Idea']
  renderView(<SyncDetails status={{ ...testSyncStatus, unknownFields }} />)
  const label = screen.getByText('New in the service, unknown to this version')
  expect(label.nextSibling).toHaveTextContent(/^Insight\.mood, Insight\.type: Idea$/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says nothing of it where there is nothing new', () => {
  renderView(<SyncDetails status={testSyncStatus} />)
  expect(screen.queryByText(/New in the service/)).not.toBeInTheDocument()
})
