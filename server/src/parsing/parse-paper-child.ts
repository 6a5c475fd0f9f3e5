import { invoicesInside } from '../reading/invoices-inside.ts'
import { answerQuestions } from './answer-questions.ts'
import type { PaperQuestions } from './questions.ts'

/** The program that looks for e-invoices in papers from outside: PDF, mail and XML parsers, without any reading of pages. */
answerQuestions<keyof PaperQuestions>({
  paper: async (file, { fileName, today }) => invoicesInside(await file.bytes(), fileName, today),
})
