import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { renderView } from '../testing/render'
import { OpenLink } from './OpenLink'

it.each([
  ['https://files.example/a b.pdf', /contains a space/],
  ['https://files.example/a\\b.pdf', /contains a space or another character/],
  ['http://files.example/', /only https links are allowed/],
  ['https://mole@files.example/', /user name/],
  ['files', /isn’t a web address/],
  [`https://files.example/${'a'.repeat(2048)}`, /longer than 2048/],
])('%j is shown as text, with the reason', async (href, reason) => {
  renderView(<OpenLink href={href}>View original</OpenLink>)
  expect(await screen.findByText(reason)).toBeInTheDocument()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

it('is never opened in the window itself, whichever button of the mouse is used', async () => {
  const { bridge } = renderView(<OpenLink href="https://files.example/">View original</OpenLink>, {
    answers: { 'shell.openLink': () => null },
  })
  const link = await screen.findByRole('link', { name: /View original/ })
  // False: the window does not follow the link.
  expect(fireEvent.click(link)).toBe(false)
  expect(bridge.calls.filter(({ name }) => name === 'shell.openLink')).toHaveLength(1)
  expect(fireEvent(link, new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }))).toBe(false)
  expect(bridge.calls.filter(({ name }) => name === 'shell.openLink')).toHaveLength(1)
})

it('is opened by main, and shows why it could not be opened', async () => {
  const { bridge } = renderView(<OpenLink href="https://files.example/a%20b.pdf">View original</OpenLink>, {
    answers: {
      'shell.openLink': () => {
        throw new AppError('INVALID_INPUT', 'No browser answers.')
      },
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: /View original/ }))
  expect(bridge.calls.at(-1)).toEqual({ name: 'shell.openLink', input: { url: 'https://files.example/a%20b.pdf' } })
  await screen.findByText(/No browser answers/)
})
