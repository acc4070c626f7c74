// The scores of one insight over time, as the syncs found them: a point for each time one of them was another.
import type { ScorePoint } from '../../contract/features/insights'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { numberOrNull, textOrNull } from './insight-rows'

/** More than a line of any width can show. */
const mostPoints = 1_000

export function createScoreHistory(context: StoreContext): Pick<StoreApi, 'scoreHistory'> {
  return {
    scoreHistory: ({ workspace, id }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return []
        const points = connection.all(
          `SELECT started_at, strength_score, momentum_score, combined_score
           FROM score_history LEFT JOIN syncs ON syncs.row = score_history.sync
           WHERE score_history.workspace = ? AND insight_id = ? ORDER BY score_history.sync DESC LIMIT ${mostPoints}`,
          [row, id],
        )
        return points.reverse().map(
          (point): ScorePoint => ({
            at: textOrNull(point.started_at),
            combinedScore: numberOrNull(point.combined_score),
            strengthScore: numberOrNull(point.strength_score),
            momentumScore: numberOrNull(point.momentum_score),
          }),
        )
      }),
  }
}
