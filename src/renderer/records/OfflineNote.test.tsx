import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { testInSandbox, testSandbox } from '../testing/places'
import { renderView, testSyncStatus } from '../testing/render'
import { OfflineNote, useWhyNotNow } from './OfflineNote'

function Both() {
  return (
    <>
      <p>{useWhyNotNow() ?? 'It can be tried.'}</p>
      <OfflineNote />
    </>
  )
}

const offline = { ...testSyncStatus, state: 'offline' as const, error: new AppError('CONNECTION_REFUSED', '').report }

it('says that it needs a connection, and how to try again', async () => {
  renderView(<Both />, { answers: { 'sync.status': () => offline } })
  expect(await screen.findByText(/connection to the service. Sync now to try again.$/)).toBeInTheDocument()
  expect(screen.getByText('This needs a connection to the service.')).toBeInTheDocument()
})

it('says that a sandbox taken offline has to be brought online', async () => {
  const answers = {
    'environments.list': () => testInSandbox,
    'sync.status': () => ({ ...offline, workspace: testSandbox }),
  }
  renderView(<Both />, { answers })
  expect(await screen.findAllByText('This needs a connection to the sandbox. Bring it online first.')).toHaveLength(2)
})
