// The running program, for diagnostics: versions, the system, and the memory of each process.
import os from 'node:os'
import { app } from 'electron'

/** @param intendedElectronMajor that the app is built for */
export function describeProgram(intendedElectronMajor: number): object {
  const { electron = '', chrome, node, v8 } = process.versions
  return {
    app: app.getVersion(),
    isPackaged: app.isPackaged,
    isFallbackRuntime: Number.parseInt(electron, 10) < intendedElectronMajor,
    versions: { electron, chrome, node, v8 },
    system: { platform: process.platform, arch: process.arch, release: os.release(), version: os.version() },
    locale: app.getLocale(),
    computer: { memoryMB: mebibytes(os.totalmem()), freeMB: mebibytes(os.freemem()), processors: os.cpus().length },
    upSeconds: Math.round(process.uptime()),
    processes: app.getAppMetrics().map(({ type, name, memory, cpu }) => ({
      type,
      ...(name !== undefined && { name }),
      memoryMB: Math.round(memory.workingSetSize / 1024),
      cpuPercent: Math.round(cpu.percentCPUUsage * 10) / 10,
    })),
  }
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
