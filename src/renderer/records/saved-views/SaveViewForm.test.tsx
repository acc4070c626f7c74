import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderView } from '../../testing/render'
import { insightKind } from '../record-kind'
import { SaveViewForm } from './SaveViewForm'

it('reports a filter that no saved view can have', async () => {
  const { bridge } = renderView(
    <SaveViewForm
      {...{ kind: insightKind, view: null, isChanged: false, address: 'colour=red', onClose: () => undefined }}
      readFilter={() => ({ list: 'insights', filter: { colour: 'red' } })}
    />,
  )
  await userEvent.type(await screen.findByRole('textbox', { name: /name/i }), 'Red{Enter}')
  expect(await screen.findByText('Something went wrong')).toBeInTheDocument()
  expect(bridge.calls.some(({ name }) => name === 'savedViews.save')).toBe(false)
})

it('says that a name is too long, and does not cut it', async () => {
  const { bridge } = renderView(
    <SaveViewForm
      {...{ kind: insightKind, view: null, isChanged: false, address: '', onClose: () => undefined }}
      readFilter={() => ({ list: 'insights', filter: {} })}
    />,
  )
  const field = await screen.findByRole('textbox', { name: /name/i })
  await userEvent.click(field)
  await userEvent.paste('x'.repeat(61))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Use at most 60 characters.')).toBeInTheDocument()
  expect(field).toHaveValue('x'.repeat(61))
  expect(bridge.calls.some(({ name }) => name === 'savedViews.save')).toBe(false)
})
