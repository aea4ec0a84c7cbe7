import { useEffect, useRef, useState } from 'react'

/**
 * A dialog question that a save awaits.
 * @param unanswered the constant result if the screen unmounts before an answer
 */
export function useQuestion<Question, Answer>(unanswered: Answer) {
  const [question, setQuestion] = useState<Question>()
  const [opened, setOpened] = useState(false)
  const resolve = useRef<(answer: Answer) => void>(undefined)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      resolve.current?.(unanswered)
    }
  }, [unanswered])

  const ask = (asked: Question): Promise<Answer> => {
    if (!isMounted.current) return Promise.resolve(unanswered)
    setQuestion(asked)
    setOpened(true)
    return new Promise((done) => {
      resolve.current = done
    })
  }
  const answer = (given: Answer) => {
    setOpened(false)
    resolve.current?.(given)
  }
  return { question, opened, ask, answer }
}
