import { foldWord, isFunctionWord } from '../../contract/features/search-words'

/**
 * Beside function words: other English words that say nothing about a topic, also as a search splits them, and
 * common names of insights.
 */
const stopWords = new Set(
  `about above after again against all also although always among another any aren't around because been before being
  below between both can can't cannot could couldn't didn't doesn't doing don't down during each either else even ever
  every few further get gets getting got hadn't hasn't haven't having her here hers him his however isn't itself just
  less let like made make makes many may maybe me might more most much must near need needs neither never new nor not
  nothing now off often once one only onto other others our ours out over own per put rather really same say says see
  seem seems shall she should since some still such take that's theirs them they're though through too toward towards
  two under until upon use used user users using very via want wants wasn't way well weren't whether while whole whom
  whose within without won't would yet your yours people customer customers aren couldn didn doesn don hadn hasn
  haven isn wasn weren wouldn`
    .split(/\s+/)
    .map(foldWord),
)

export const saysNothing = (folded: string): boolean => isFunctionWord(folded) || stopWords.has(folded)
