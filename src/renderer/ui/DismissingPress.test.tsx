import { Button, Menu, Modal, Popover } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { DismissingPress } from './DismissingPress'

const beneath = { click: vi.fn(), press: vi.fn(), menu: vi.fn() }

beforeEach(() => {
  for (const each of Object.values(beneath)) each.mockReset()
})

function Beneath() {
  return (
    <Button onClick={beneath.click} onPointerDown={beneath.press} onContextMenu={beneath.menu}>
      Row
    </Button>
  )
}

const overlays = {
  menu: (
    <Menu>
      <Menu.Target>
        <Button>Open</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Copy</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  ),
  dialog: (
    <Popover trapFocus returnFocus>
      <Popover.Target>
        <Button>Open</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Button>Inside</Button>
      </Popover.Dropdown>
    </Popover>
  ),
}

const target = () => screen.getByRole('button', { name: 'Open' })
const row = () => screen.getByRole('button', { name: 'Row' })

async function open(role: keyof typeof overlays) {
  renderView(
    <>
      <DismissingPress />
      {overlays[role]}
      <Beneath />
    </>,
  )
  await userEvent.click(target())
  return screen.findByRole(role)
}

const closed = () => waitFor(() => expect(target()).toHaveAttribute('aria-expanded', 'false'))

it.each(['menu', 'dialog'] as const)('a click beside an open %s closes it, and does nothing else', async (role) => {
  await open(role)
  await userEvent.click(row())
  await closed()
  expect(beneath.click).not.toHaveBeenCalled()
  expect(beneath.press).not.toHaveBeenCalled()
  expect(row()).not.toHaveFocus()
  await userEvent.click(row())
  expect(beneath.click).toHaveBeenCalledOnce()
  expect(beneath.press).toHaveBeenCalledOnce()
  expect(row()).toHaveFocus()
})

it.each(['menu', 'dialog'] as const)('gives the focus back to the button of the %s', async (role) => {
  await open(role)
  await userEvent.click(row())
  await waitFor(() => expect(target()).toHaveFocus())
})

it('a click on the button of an open popover closes it, and one inside does not', async () => {
  const dialog = await open('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Inside' }))
  expect(target()).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(target())
  await closed()
})

it('a right click beside an open menu closes it, and acts', async () => {
  await open('menu')
  await userEvent.pointer({ keys: '[MouseRight]', target: row() })
  await closed()
  expect(beneath.menu).toHaveBeenCalledOnce()
})

it('a key that presses a button acts, also when the press that closed the menu was released elsewhere', async () => {
  await open('menu')
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target: row() },
    { keys: '[/MouseLeft]', target: document.body },
  ])
  await closed()
  act(() => row().focus())
  await userEvent.keyboard('{Enter}')
  expect(beneath.click).toHaveBeenCalledOnce()
})

it('a click in a dialog above an open popover acts', async () => {
  await open('dialog')
  renderView(
    <Modal opened onClose={() => {}} title="Review">
      <Button onClick={beneath.click}>Send</Button>
    </Modal>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  expect(beneath.click).toHaveBeenCalledOnce()
})

it('a click on a notice acts, as its Undo may be about what the popover did', async () => {
  await open('dialog')
  act(() => void notifications.show({ message: <Button onClick={beneath.click}>Undo</Button> }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(beneath.click).toHaveBeenCalledOnce()
})
