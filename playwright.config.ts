import { defineConfig } from '@playwright/test'

// The real app in real Electron against the real sandbox over HTTP, a fresh profile per test. Needs a display, a session
// bus with an unlocked keyring and a build: `npm test` and `npm run test:e2e` see to all three.
export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }]],
})
