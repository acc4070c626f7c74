import { defineConfig } from '@playwright/test'

// For `npm run test:package`. The tests share one unpacked package, and later ones use what earlier ones leave behind.
export default defineConfig({
  testDir: 'e2e/package',
  outputDir: 'test-results/package',
  workers: 1,
  timeout: 150_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
})
