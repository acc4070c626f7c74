// A person's hour in bad times, in fast time: no promise may break. `npm run test:soak` plays longer ones.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '../../src/main/testing/fault-injection'
import { buildLibraryProgram, type LibraryProgram } from '../../src/main/testing/library-process'
import { createRecordedWorkspace } from '../../src/sandbox/testing/recorded-workspace'
import { startWeatherService, type Weather, weathers } from '../../src/sandbox/testing/weather-service'
import { runSoak } from './soak-run'
import type { SoakEnvironment, SoakRequest, SoakService } from './soak-service'

const minutes = Number(process.env.SOAK_MINUTES ?? 3)
const seed = Number(process.env.SOAK_SEED ?? 1)

let program: LibraryProgram
beforeAll(async () => {
  program = await buildLibraryProgram()
}, 60_000)
afterAll(() => program.remove())

async function startService(environment: SoakEnvironment, count: number, number: number) {
  const workspaces = Array.from({ length: count }, (_, place) =>
    createRecordedWorkspace({
      ...{ name: `${environment}${place}`, number: number + place },
      ...{ knowledge: 20 + minutes, outcomes: 10 + minutes },
    }),
  )
  let listener: (request: SoakRequest, token: string) => void = () => {}
  const service = await startWeatherService({
    ...{ workspaces, token: `${environment}-0`, random: randomOf(seed + number) },
    onReceived: (request, token) => listener(request, token),
  })
  const fake: SoakService = {
    ...{ environment, workspaces, weathers, baseUrl: service.baseUrl, isHeld: service.isHeld },
    weather: () => service.weather,
    setWeather: (weather) => {
      service.weather = weather as Weather
    },
    token: () => service.token,
    setToken: (token) => {
      service.token = token
    },
    listen: (heard) => {
      listener = heard
    },
  }
  return { fake, close: service.close }
}

test(`${minutes} minutes, seed ${seed}`, { timeout: 120_000 + minutes * 10_000 }, async () => {
  const began = Date.now()
  const services = [
    await startService('staging', 2, 10),
    await startService('production', 2, 20),
    await startService('development', 1, 30),
  ]
  try {
    const report = await runSoak({
      ...{ program, minutes, seed, profile: mkdtempSync(path.join(tmpdir(), 'discovery-desk-soak-')) },
      services: services.map(({ fake }) => fake),
    })
    const { broken, trace, steps, checks, calms, changes, acknowledged, requests, created } = report
    process.stdout.write(
      [
        `soak: ${minutes} minutes with seed ${seed} in ${Math.round((Date.now() - began) / 1000)} s`,
        `things done: ${steps}, changes tried: ${changes}, acknowledged: ${acknowledged}`,
        `requests received: ${requests}, insights created: ${created}; checks: ${checks}, calms: ${calms}`,
        `promises broken: ${broken.length}`,
        ...(broken.length > 0 ? ['', ...trace, '', ...broken] : []),
        '',
      ].join('\n'),
    )
    expect(broken).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  } finally {
    for (const { close } of services) await close()
  }
})
