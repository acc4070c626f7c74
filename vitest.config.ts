import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { workerCount } from './scripts/test/worker-count.mjs'

/** Imports each icon from its own file, so that no worker loads the six thousand of the package. */
const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  // By then types are stripped and each import is one line.
  enforce: 'post',
  transform: {
    filter: { code: '@tabler/icons-react' },
    handler: (code) =>
      code.replace(/import \{([^}]*)\} from ["']@tabler\/icons-react["']/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim().split(' as '))
          .map(([icon, name = icon]) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs'`)
          .join(';'),
      ),
  },
}

/** Limits for a slow computer, or one busy with other tests. */
const limits = {
  // Only a hanging test takes longer: the slowest takes two minutes beside ten busy processes for each processor.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // One second is the default.
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  // Separate for each checkout, even where they share their packages.
  cacheDir: '.cache/vite',
  test: {
    allowOnly: false,
    maxWorkers: workerCount(8),
    // One kind after the other: a worker serves one, and in a random order it would be replaced whenever the kind changes.
    projects: [
      {
        test: {
          name: 'node',
          sequence: { groupOrder: 0 },
          environment: 'node',
          // A process for each file would cost more than most files do, and these leave nothing behind.
          isolate: false,
          setupFiles: ['tests/restored-globals.ts', 'tests/properties/seed.ts'],
          include: ['src/**/*.test.ts', 'tests/**/*.test.{mjs,ts}', 'scripts/**/*.test.{mjs,ts}'],
          ...limits,
        },
      },
      {
        plugins: [react(), iconsOneByOne],
        test: {
          name: 'renderer',
          sequence: { groupOrder: 1 },
          environment: 'happy-dom',
          // All files of a worker share one window and one copy of each package, so that React, Mantine and the window stay
          // compiled and optimised. fresh-page.ts gives each file modules and a document of its own.
          pool: 'threads',
          isolate: false,
          include: ['src/renderer/**/*.test.tsx'],
          // Their hooks at the end of a file run last to first: globals are checked before setup.ts waits on a real timer.
          setupFiles: [
            'src/renderer/testing/fresh-page.ts',
            'src/renderer/testing/setup.ts',
            'tests/restored-globals.ts',
          ],
          // Style sheets are empty by default. The contrast of this one's colours is tested.
          css: { include: [/app\.css/] },
          ...limits,
        },
      },
    ],
  },
})
