import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { renderView, testWorkspace } from '../../testing/render'
import { AddMetricForm } from './AddMetricForm'

function InWindow() {
  const isThere = useLocation().pathname === '/metrics'
  return (
    <>
      {isThere && (
        <AddMetricForm
          workspace={testWorkspace}
          metrics={[]}
          adding={{
            isOpen: true,
            canOpen: false,
            canClose: false,
            idField: createRef(),
            open() {},
            show() {},
            leave() {},
          }}
        >
          {null}
        </AddMetricForm>
      )}
      <Link to="/goals">Away</Link>
      <Link to="/metrics">Back</Link>
    </>
  )
}

const fields = async () => [await screen.findByLabelText('Metric ID'), screen.getByLabelText('Name')] as const

it('keeps the input while another view is open, and clears it once the metric is added', async () => {
  const { bridge } = renderView(<InWindow />, { route: '/metrics', answers: { 'metrics.save': () => null } })
  const [id, label] = await fields()
  await userEvent.type(id, 'calls')
  await userEvent.type(label, 'Calls per week')
  await userEvent.click(screen.getByRole('link', { name: 'Away' }))
  expect(screen.queryByLabelText('Metric ID')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  const [sameId, sameLabel] = await fields()
  expect(sameId).toHaveValue('calls')
  expect(sameLabel).toHaveValue('Calls per week')

  await userEvent.click(sameLabel)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByLabelText('Metric ID')).not.toBeInTheDocument())
  expect(bridge.calls.filter(({ name }) => name === 'metrics.save')).toHaveLength(1)
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  for (const field of await fields()) expect(field).toHaveValue('')
})

it('keeps an ID typed while the last metric was being saved, but not the name of that metric', async () => {
  let answer: () => void = () => undefined
  renderView(<InWindow />, {
    route: '/metrics',
    answers: {
      'metrics.save': () =>
        new Promise((resolve) => {
          answer = () => resolve(null)
        }),
    },
  })
  const [id, label] = await fields()
  await userEvent.type(id, 'calls')
  await userEvent.type(label, 'Calls per week{Enter}')
  await userEvent.clear(id)
  await userEvent.type(id, 'visits')
  answer()
  await waitFor(() => expect(screen.queryByLabelText('Metric ID')).not.toBeInTheDocument())
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  const [nextId, nextLabel] = await fields()
  await waitFor(() => expect(nextId).toHaveValue('visits'))
  expect(nextLabel).toHaveValue('')
})

it('forgets why a metric could not be added once another one is typed', async () => {
  const failed = () => {
    throw new AppError('DISK_FULL', '')
  }
  renderView(<InWindow />, { route: '/metrics', answers: { 'metrics.save': failed } })
  const [id] = await fields()
  await userEvent.type(id, 'calls{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
  await userEvent.type(id, '2')
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})
