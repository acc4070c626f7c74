import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// CommonJS, because an ES module as main entry needs Electron 28 and the app must also run on the fallback runtime.
const commonJs = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  dynamicImportInCjs: false,
} as const

export default defineConfig({
  main: {
    build: {
      target: 'node18',
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
      // A sandboxed preload can require nothing but Electron: everything else has to be inside the one file.
      externalizeDeps: false,
      rollupOptions: { output: { ...commonJs, codeSplitting: false } },
    },
  },
  renderer: {
    plugins: [react()],
    build: { target: 'chrome114', minify: true, assetsInlineLimit: 0 },
  },
})
