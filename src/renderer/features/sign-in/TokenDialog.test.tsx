import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { testEnvironments, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { TokenDialog } from './TokenDialog'

const workspace = testEnvironments.environments[1]?.workspaces[0]
if (workspace === undefined) throw new Error('The test places changed.')

const canary = 'canary-token-7b30'

it('saves the token, clears the field and says so', async () => {
  const closed = vi.fn()
  const { bridge } = renderView(<TokenDialog title="Sign-in needed" workspace={workspace} onClose={closed} />, {
    answers: { 'environments.saveToken': () => ({ kept: 'keychain', expiresAt: null }) },
  })
  const field = await screen.findByLabelText('Access token')
  expect(field).toHaveAttribute('spellcheck', 'false')
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Cancel', 'Save token'])
  await userEvent.type(field, ` ${canary} `)
  await userEvent.click(screen.getByRole('button', { name: 'Save token' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(field).toHaveValue('')
  expect(document.documentElement.outerHTML).not.toContain(canary)
  expect(screen.getByText('Token saved')).toBeInTheDocument()
  expect(bridge.calls).toContainEqual({
    name: 'environments.saveToken',
    input: { workspace: testWorkspace, token: canary },
  })
})

it('keeps the pasted token in the field when it could not be saved', async () => {
  const closed = vi.fn()
  renderView(<TokenDialog title="Sign-in needed" workspace={workspace} onClose={closed} />, {
    answers: {
      'environments.saveToken': () => {
        throw new AppError('TOKEN_UNSTORABLE', 'It has 2,561 bytes.')
      },
    },
  })
  const field = await screen.findByLabelText('Access token')
  await userEvent.click(screen.getByRole('button', { name: 'Save token' }))
  expect(field).toBeInvalid()
  await userEvent.type(field, canary)
  expect(field).toBeValid()
  await userEvent.click(screen.getByRole('button', { name: 'Save token' }))
  expect(await screen.findByText(/It has 2,561 bytes/)).toBeInTheDocument()
  expect(field).toHaveValue(canary)
  expect(closed).not.toHaveBeenCalled()
})

it('says that a token is too long, without sending it', async () => {
  const { bridge } = renderView(<TokenDialog title="Sign-in needed" workspace={workspace} onClose={() => {}} />)
  const field = await screen.findByLabelText('Access token')
  fireEvent.change(field, { target: { value: 't'.repeat(20_001) } })
  await userEvent.click(screen.getByRole('button', { name: 'Save token' }))
  expect(field).toHaveAccessibleDescription('This token is too long.')
  expect(field).toHaveFocus()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('environments.saveToken')
})

it.each([
  ['staging', 'will be sent once the token is accepted'],
  ['production', 'Once the token is accepted, review and send them'],
] as const)('says what happens to unsent changes in %s', async (environment, words) => {
  const there = { ...workspace, ref: { ...workspace.ref, environment } }
  renderView(<TokenDialog title="Sign-in needed" workspace={there} onClose={() => {}} />)
  expect(await screen.findByText(new RegExp(words))).toBeInTheDocument()
})
