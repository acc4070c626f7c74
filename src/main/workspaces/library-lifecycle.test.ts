import { expect, test } from 'vitest'
import type { OpenedLibrary } from '../../contract/library'
import { failing, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { createLibraryLifecycle } from './library-lifecycle'

test('keeps the review that a rebuild requires of a change whose own review was about to end', async () => {
  const { create, changes, service, library, clock, journal } = setUp()
  const lifecycle = createLibraryLifecycle({
    ...{ folder: '/libraries', isIdNew: false, pendingChanges: changes, log: { defect: () => 'id' } },
    addNotice: () => {},
    restartProcess: async () => {},
    isLibraryOpen: () => true,
    announceEnvironments: async () => {},
    onReviewRequired: async () => {},
    openWorkspaces: { refill: () => {}, reopen: async () => false },
    resumeEnvironments: { start: async () => {} },
  })
  service.onCreate = failing('CONNECTION_REFUSED')
  const { moveChange } = library
  library.moveChange = async (input) => {
    const isEndOfReview = input.state === 'waiting' && !input.needsReview
    return isEndOfReview ? failing('LIBRARY_UNAVAILABLE', { retryable: true })() : moveChange(input)
  }
  await create('x')
  await settle()
  library.moveChange = moveChange
  await library.requireReviewOfAll('staging')
  const opened: OpenedLibrary = { state: 'rebuilt', reason: 'corrupt', keptChanges: 1, mayHaveLostChanges: false }
  lifecycle.onReopened({ environment: 'staging', file: 'staging.db', key: null, generation: 'test' }, opened)
  service.onCreate = async (arrive) => arrive()
  await clock.advance(120_000)
  expect(service.titles(staging)).toEqual([])
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})
