import { foldWord } from '../../contract/features/search-words'

/** Words that say nothing about a topic, in English, also as a search splits them, and what insights are often called. */
const stopWords = new Set(
  `about above after again against all also although always among and another any are aren't around because been before
  being below between both but can can't cannot could couldn't did didn't does doesn't doing don't down during each either
  else even ever every few for from further get gets getting got had hadn't has hasn't have haven't having her here hers
  him his how however into isn't its itself just less let like made make makes many may maybe me might more most much must
  near need needs neither never new nor not nothing now off often once one only onto other others our ours out over own per
  put rather really same say says see seem seems shall she should since some still such take than that that's the their
  theirs them then there these they they're this those though through too toward towards two under until upon use used
  user users using very via want wants was wasn't way well were weren't what when where whether which while who whole whom
  whose why will with within without won't would yet you your yours the people customer customers
  aren couldn didn doesn hadn hasn haven wasn weren wouldn`
    .split(/\s+/)
    .map(foldWord),
)

export const saysNothing = (folded: string): boolean => stopWords.has(folded)
