/** Plays each seed in a program of its own, some side by side. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A seed that takes longer is stuck. */
const limitMs = 15 * 60_000

/** @param {number[]} seeds @returns {Promise<object[]>} the reports, in the order of the seeds */
export async function playSeeds(seeds, { node, player, jobs, orderOf, onReport }) {
  const left = [...seeds.entries()]
  const reports = []
  async function work() {
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [place, seed] = next
        reports[place] = await playSeed(node, player, orderOf(seed))
        onReport(reports[place])
      }
    } catch (error) {
      left.length = 0
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, seeds.length) }, work))
  return reports
}

async function playSeed(node, player, order) {
  const child = fork(player, { execPath: node, timeout: limitMs })
  try {
    child.send(order)
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the run ended with ${code ?? signal} on seed ${order.seed}`)
    })
    const [report] = await Promise.race([once(child, 'message'), ended])
    return report
  } finally {
    child.kill()
  }
}
