import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '@usance/wire/call'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { Field, type FieldProps } from './fields.tsx'

type Company = { code: string; name: string }
const simpleSearch = call({
  method: 'POST',
  path: '/{p}-company/backend/company/simpleSearch',
  access: 'signed-in',
  scope: 'company',
  effect: 'read',
  title: 'Companies by code or name',
  body: z.any(),
  answer: z.any(),
})
const pageSize = 20
const debounceMs = 350

/** Finds a company by name or code, 350 ms after the last key; more rows come while scrolling. The value is its code. */
export function CompanyField({
  role,
  disabled,
  extra,
  initial,
  onPick,
  ...field
}: FieldProps & {
  role?: string
  extra?: Record<string, unknown>
  initial?: Company
  onPick?: (company: Company | undefined) => void
}) {
  return (
    <Field kind="select" {...field}>
      <CompanyBox role={role} disabled={disabled} extra={extra} initial={initial} onPick={onPick} />
    </Field>
  )
}

type BoxProps = {
  value?: string
  onChange?: (value: string | undefined) => void
  id?: string
  role?: string
  disabled?: boolean
  extra?: Record<string, unknown>
  initial?: Company
  onPick?: (company: Company | undefined) => void
}
function CompanyBox({ value, onChange, id, role, disabled, extra, initial, onPick }: BoxProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['simpleSearch', asked, role, extra],
    queryFn: async ({ pageParam }) => {
      const answer = await send(simpleSearch, {
        body: { codeOrName: asked, ...(role ? { role } : {}), ...extra, pageNum: pageParam + 1, pageSize },
      })
      const list: Company[] = Array.isArray(answer) ? answer : (answer?.list ?? [])
      return { list, total: Number(answer?.total ?? list.length) }
    },
    initialPageParam: 0,
    getNextPageParam: (last, _all, page) => ((page + 1) * pageSize <= last.total ? page + 1 : undefined),
    enabled: open,
  })
  // Appended pages may repeat a company; the newer copy wins.
  const found = new Map(
    [...(initial ? [initial] : []), ...(data?.pages.flatMap((page) => page.list) ?? [])].map((company) => [
      company.code,
      company,
    ]),
  )
  return (
    <Select
      id={id}
      value={value}
      disabled={disabled}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      placeholder={text('form.companySearch')}
      notFoundContent={isFetching ? text('common.loading') : text('form.noCompany')}
      loading={isFetching}
      onOpenChange={setOpen}
      options={[...found.values()].map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
      onPopupScroll={({ currentTarget: list }) => {
        if (hasNextPage && !isFetching && list.scrollTop + list.clientHeight > list.scrollHeight - 40) void fetchNextPage()
      }}
      onChange={(code) => {
        onChange?.(code)
        onPick?.(found.get(code))
      }}
    />
  )
}
