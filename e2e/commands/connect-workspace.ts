import { expect, type Locator, type Page } from '@playwright/test'
import type { RunningService } from '../app/service'
import { waitForRows } from './read-rows'

type Environment = 'Production' | 'Staging' | 'Development'

export interface TypedConnection {
  readonly environment?: Environment
  readonly baseAddress?: string
  readonly workspaceName?: string
  readonly organisationId?: string
  readonly workspaceId?: string
  readonly token?: string
}

export function connectionOf(service: RunningService): TypedConnection {
  const { baseUrl: baseAddress, workspaceName, organisationId, workspaceId, token } = service
  return { environment: 'Staging', baseAddress, workspaceName, organisationId, workspaceId, token }
}

/** Opens the form from the first-start screen. */
export async function openConnect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect a workspace' }).click()
  await expect(page.getByLabel('Base address')).toBeVisible()
}

export async function fillConnection(page: Page, connection: TypedConnection): Promise<void> {
  if (connection.environment) await page.getByLabel('Environment', { exact: true }).selectOption(connection.environment)
  const fields = {
    'Base address': connection.baseAddress,
    'Workspace name': connection.workspaceName,
    'Organisation ID': connection.organisationId,
    'Workspace ID': connection.workspaceId,
    'Access token': connection.token,
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) await page.getByLabel(name, { exact: true }).fill(value)
  }
}

/** Tests the connection in the form; returns the answer in words. */
export async function testConnection(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Test connection' }).click()
  return connectionAnswer(page)
}

/** A notice if the connection works, else an alert. */
export const connectionAnswer = (page: Page): Locator =>
  page.getByRole('form', { name: 'Connect a workspace' }).locator('[role="alert"], [role="status"]')

export async function saveAndOpen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and open' }).click()
}

/** Connects from the first-start screen and waits for the service's rows. */
export async function connectWorkspace(page: Page, connection: TypedConnection): Promise<void> {
  await openConnect(page)
  await fillConnection(page, connection)
  await saveAndOpen(page)
  await waitForRows(page)
}
