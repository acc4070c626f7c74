import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../contract/app-error'
import { Address } from '../testing/Address'
import { renderView, testWorkspace } from '../testing/render'
import { signInDialog } from './dialogs'
import { ErrorNotice } from './ErrorNotice'

function SignIn() {
  const workspace = signInDialog.use()
  return workspace === null ? null : <p>{`New token for ${workspace.name}`}</p>
}

const production = { ...testWorkspace, environment: 'production' } as const

const onRetry = vi.fn()

async function show(error: AppError, canRetry = true) {
  const view = (
    <>
      <ErrorNotice error={error} {...(canRetry ? { onRetry } : {})} />
      <Address />
      <SignIn />
    </>
  )
  renderView(view, { route: '/goals' })
  await screen.findByRole('alert')
  return screen.queryAllByRole('button')
}

afterEach(() => {
  onRetry.mockReset()
  signInDialog.set(null)
})

it.each([
  ['ADDRESS_INVALID', 'Open settings', '/settings'],
  ['PROXY_SIGN_IN', 'Open network settings', '/settings/network'],
] as const)('leads from %s to where that is set: %s', async (code, label, address) => {
  const buttons = await show(new AppError(code, ''))
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Try again', label])
  await userEvent.click(screen.getByRole('button', { name: label }))
  expect(screen.getByLabelText('Address')).toHaveTextContent(address)
  expect(onRetry).not.toHaveBeenCalled()
})

it('offers a new token before another try, which would do nothing without one', async () => {
  const buttons = await show(new AppError('UNAUTHENTICATED', ''))
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Add token…', 'Try again'])
  await userEvent.click(screen.getByRole('button', { name: 'Add token…' }))
  expect(screen.getByText('New token for Trial bikes')).toBeInTheDocument()
})

it('asks for the token of the workspace where the old one failed, which may not be the open one', async () => {
  renderView(
    <>
      <ErrorNotice error={new AppError('UNAUTHENTICATED', '')} workspace={production} />
      <SignIn />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add token…' }))
  expect(screen.getByText('New token for Real bikes')).toBeInTheDocument()
})

it('asks for no token of a workspace that was removed', async () => {
  const removed = { ...production, workspaceId: 'removed' }
  renderView(<ErrorNotice error={new AppError('UNAUTHENTICATED', '')} workspace={removed} />)
  await screen.findByRole('alert')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('offers another try where that can help, with what was seen below the words', async () => {
  const [again, ...others] = await show(new AppError('TIMEOUT', 'No answer in 30 seconds.'))
  expect(others).toEqual([])
  expect(screen.getByRole('alert')).toHaveTextContent('The service took too long to respond')
  expect(screen.getByText('No answer in 30 seconds.')).toBeInTheDocument()
  await userEvent.click(again ?? document.body)
  expect(onRetry).toHaveBeenCalledOnce()
})

it.each([
  ['DISK_FULL', 'where nothing can be tried again', false],
  ['NOT_FOUND', 'which another try would not change', true],
] as const)('offers no button for %s, %s', async (code, _, canRetry) => {
  expect(await show(new AppError(code, ''), canRetry)).toEqual([])
})

it.each([
  ['the open workspace', {}, 'in Trial bikes'],
  ['another workspace', { workspace: production }, 'in Real bikes'],
  ['a workspace that is not set up', { workspace: null }, 'here'],
] as const)('says where permission is missing: %s', async (_, place, where) => {
  renderView(<ErrorNotice error={new AppError('FORBIDDEN', '')} {...place} />)
  expect(await screen.findByText(`You don’t have permission to do this ${where}`)).toBeInTheDocument()
})
