import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { decideOne, type Known, know, newKey, type Outcome, type Review, type Sent, type Task } from './together.ts'

/** Approvals are read a few at a time, so that the person's other work goes on. */
const readAtATime = 4

/** The approvals of the rows as they are read, as long as the dialog is open; `left` says that it is not any more. */
function useKnown(tasks: readonly Task[], review: Review) {
  const [known, setKnown] = useState<Readonly<Record<string, Known>>>({})
  const left = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is about the rows it was opened with
  useEffect(() => {
    left.current = false
    const waiting = [...tasks]
    const read = async () => {
      for (let task = waiting.shift(); task && !left.current; task = waiting.shift()) {
        const answer = await know(task, review)
        const key = task.id
        setKnown((now) => ({ ...now, [key]: answer }))
      }
    }
    for (let reader = 0; reader < readAtATime; reader++) void read()
    return () => {
      left.current = true
    }
  }, [])
  return { known, left }
}

/** Reads the approvals of some rows, and decides one after the other on those that may be decided together. */
export function useTogether(tasks: readonly Task[], review: Review) {
  const queries = useQueryClient()
  const { known, left } = useKnown(tasks, review)
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [under, setUnder] = useState<string>()
  const sents = useRef(new Map<string, Sent>())
  const open = tasks.flatMap((task) => {
    const found = known[task.id]
    const outcome = outcomes[task.id]
    return found?.state === 'ready' && (!outcome || outcome.state === 'unknown') ? [{ task, approval: found.approval }] : []
  })
  const run = async (comment: string) => {
    try {
      for (const { task, approval } of open) {
        if (left.current) break
        setUnder(task.id)
        const sent = sents.current.get(task.id) ?? { key: newKey(), comment }
        sents.current.set(task.id, sent)
        const outcome = await decideOne({ task, approval }, review, sent)
        setOutcomes((now) => ({ ...now, [task.id]: outcome }))
      }
    } finally {
      setUnder(undefined)
      void queries.invalidateQueries({ queryKey: ['list'] })
      void queries.invalidateQueries({ queryKey: ['approval'] })
    }
  }
  return { known, outcomes, under, open, isRead: tasks.every((task) => known[task.id]), run }
}
