/**
 * The story of the seeded workspace: Juniper Bikes, a fictional company (see README.md).
 * Data only. What becomes of it on the wire is decided by the seed code one folder up.
 */
import { appFeedback } from './feedback/app'
import { batteryFeedback } from './feedback/battery'
import { careFeedback } from './feedback/care'
import { dealersFeedback } from './feedback/dealers'
import { routesFeedback } from './feedback/routes'
import { securityFeedback } from './feedback/security'
import { appInsights } from './insights/app'
import { batteryInsights } from './insights/battery'
import { careInsights } from './insights/care'
import { dealersInsights } from './insights/dealers'
import { routesInsights } from './insights/routes'
import { securityInsights } from './insights/security'
import { ownershipKnowledge } from './knowledge/ownership'
import { ridingKnowledge } from './knowledge/riding'
import { metrics } from './metrics'
import { opportunities } from './opportunities'
import { outcomes } from './outcomes'
import type { SeedContent } from './shapes'
import { ownershipSolutions } from './solutions/ownership'
import { ridingSolutions } from './solutions/riding'
import { topics } from './topics'

export const content: SeedContent = {
  topics,
  outcomes,
  metrics,
  opportunities,
  solutions: [...ridingSolutions, ...ownershipSolutions],
  insights: [
    ...batteryInsights,
    ...appInsights,
    ...routesInsights,
    ...dealersInsights,
    ...careInsights,
    ...securityInsights,
  ],
  feedback: [
    ...batteryFeedback,
    ...appFeedback,
    ...routesFeedback,
    ...dealersFeedback,
    ...careFeedback,
    ...securityFeedback,
  ],
  knowledge: [...ridingKnowledge, ...ownershipKnowledge],
}
