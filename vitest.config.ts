import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The file of each icon instead of the six thousand of their package, which every worker would load. */
const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  // Types are gone by then, and each import is one line.
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

/** For a machine that is slow, or busy with other tests. */
const limits = {
  // Only a test that hangs takes longer: the slowest takes half of it.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  // One second is the default.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  // Each checkout its own, also where they share their packages.
  cacheDir: '.cache/vite',
  test: {
    allowOnly: false,
    // One more than there are processors: half of the time a test waits, for a disk, a process or a server. Not many
    // more than eight, as each takes up to a gigabyte, and a machine of many processors may lend us little memory.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          // A process for each file costs more than most files: these leave nothing behind for the next one.
          isolate: false,
          setupFiles: ['tests/properties/seed.ts'],
          include: ['src/**/*.test.ts', 'tests/**/*.test.{mjs,ts}', 'scripts/**/*.test.{mjs,ts}'],
          ...limits,
        },
      },
      {
        plugins: [react(), iconsOneByOne],
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          // One window and one copy of each package for all files of a worker: React, Mantine and the window itself stay
          // compiled and optimised. fresh-page.ts gives each file modules and a document of its own.
          pool: 'threads',
          isolate: false,
          include: ['src/renderer/**/*.test.tsx'],
          setupFiles: ['src/renderer/testing/fresh-page.ts', 'src/renderer/testing/setup.ts'],
          // Otherwise every style sheet is empty; the colours of this one are held to their contrast.
          css: { include: [/app\.css/] },
          ...limits,
        },
      },
    ],
  },
})
