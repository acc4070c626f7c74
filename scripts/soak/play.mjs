/** Plays seeds in programs of their own, some side by side. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'

/** A seed that takes longer stands still. */
const limitMs = 15 * 60_000

/** @returns {Promise<object[]>} the reports, in the order of the seeds */
export async function playSeeds({ node, player, program, minutes, seeds, jobs, traceFile, onReport }) {
  const left = [...seeds]
  const reports = new Map()
  async function work() {
    const child = fork(player, { execPath: node })
    try {
      for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
        child.send({ program, minutes, seed, traceFile: traceFile(seed) })
        const report = await answerOf(child, seed)
        reports.set(seed, report)
        onReport(report)
      }
    } finally {
      child.kill()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, seeds.length) }, work))
  return seeds.map((seed) => reports.get(seed))
}

async function answerOf(child, seed) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), limitMs)
  try {
    const signal = controller.signal
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`the run ended with ${code} on seed ${seed}`)
      }),
    ])
    return answer
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

/** Runs the work while every core has something else to do. */
export async function withBusyCores(node, work) {
  const loops = Array.from({ length: os.availableParallelism() }, () =>
    spawn(node, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
