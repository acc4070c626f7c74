import { test } from '@playwright/test'

/** Adds a sentence to the summary of `npm test`, such as what can't be tried on this computer. */
export function noteInSummary(description: string): void {
  test.info().annotations.push({ type: 'note', description })
}
