// The story of the seeded workspace: Juniper Bikes, a fictional company (README.md). Data only: JSON files, imported so
// that they are part of the bundle. The seed code turns them into records of the wire.
import { z } from 'zod'
import knowledge from './knowledge.json'
import laterWeeks from './later-weeks.json'
import metrics from './metrics.json'
import opportunities from './opportunities.json'
import outcomes from './outcomes.json'
import { Evidence, KnowledgeItems, LaterWeeks, Metrics, Opportunities, Outcomes, Solutions, Topics } from './schema'
import solutions from './solutions.json'
import app from './topic-app.json'
import battery from './topic-battery.json'
import care from './topic-care.json'
import dealers from './topic-dealers.json'
import routes from './topic-routes.json'
import security from './topic-security.json'
import topics from './topics.json'

/** Throws an error that names the file and each field that is wrong. */
export function parseFile<Schema extends z.ZodType>(name: string, schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`)
  throw new Error(`src/sandbox/story/${name} is not valid:\n${problems.join('\n')}`)
}

/** In the order of the workspace's list of insights. */
const evidence = Object.entries({ battery, app, routes, dealers, care, security }).map(([topic, file]) =>
  parseFile(`topic-${topic}.json`, Evidence, file),
)

export const story = {
  topics: parseFile('topics.json', Topics, topics),
  outcomes: parseFile('outcomes.json', Outcomes, outcomes),
  metrics: parseFile('metrics.json', Metrics, metrics),
  opportunities: parseFile('opportunities.json', Opportunities, opportunities),
  solutions: parseFile('solutions.json', Solutions, solutions),
  insights: evidence.flatMap((file) => file.insights),
  feedback: evidence.flatMap((file) => file.feedback),
  knowledge: parseFile('knowledge.json', KnowledgeItems, knowledge),
  laterWeeks: parseFile('later-weeks.json', LaterWeeks, laterWeeks),
}

export type Story = typeof story
