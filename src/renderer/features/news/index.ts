// Changes to insights since the last review, and the command that marks them as reviewed.
export { NewsView } from './NewsView'
export { scoresText, sinceText } from './news-words'
