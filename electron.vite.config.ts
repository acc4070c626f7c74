import react from '@vitejs/plugin-react'
import electronPackage from 'electron/package.json' with { type: 'json' }
import { defineConfig } from 'electron-vite'

// CommonJS, because an ES module as main entry needs Electron 28 and the app must also run on the fallback runtime.
const commonJs = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  dynamicImportInCjs: false,
} as const

// What is bundled, with its licences: scripts/package reads it. The package leaves the files themselves out.
const license = { fileName: '.vite/licenses.json' }

export default defineConfig({
  main: {
    define: { INTENDED_ELECTRON_MAJOR: Number.parseInt(electronPackage.version, 10) },
    build: {
      target: 'node18',
      license,
      externalizeDeps: { exclude: ['zod', 'jose'], include: ['keytar', 'libsql'] },
      rollupOptions: {
        input: { index: 'src/main/index.ts', 'sandbox-command-line': 'src/sandbox/command-line.ts' },
        output: commonJs,
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      license,
      // A sandboxed preload can require nothing but Electron: everything else has to be inside the one file.
      externalizeDeps: false,
      rollupOptions: { output: { ...commonJs, codeSplitting: false } },
    },
  },
  renderer: {
    plugins: [react()],
    build: { target: 'chrome114', minify: true, assetsInlineLimit: 0, license },
  },
})
