import type { CurrentOf } from '@usance/wire/config-change/answers'
import { useState } from 'react'
import { DateField, SelectField, TextField } from '../../../form/fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { language as currentLanguage } from '../../../i18n/language.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { calendarCountries } from './calendar-countries.ts'
import { useChangeColumn } from './change-column.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { ImportButton } from './import-button.tsx'
import { holidaysFrom } from './parse-import.ts'
import { PagedStaffTable } from './staff-table.tsx'
import { type ProposalOf, useCurrent, useMayChange } from './use-config.ts'
import { YearCalendar } from './year-calendar.tsx'

const thisYear = new Date().getFullYear()
const years = [-2, -1, 0, 1, 2].map((offset) => String(thisYear + offset)).map((value) => ({ value, label: value }))

/** The calendar of a country and year; days are added, changed and taken away by approval. */
export default function HolidayPage() {
  const text = useText()
  const chinese = currentLanguage() === 'zh-CN'
  const countries = calendarCountries()
  const [countryCode, setCountry] = useState('US')
  const [year, setYear] = useState(thisYear)
  const [edited, setEdited] = useState<CurrentOf<'HOLIDAY'> | 'new'>()
  const answer = useCurrent('HOLIDAY', { countryCode, year })
  const mayEdit = useMayChange('system.holiday.edit')
  const changing = useChangeColumn<CurrentOf<'HOLIDAY'>>(mayEdit && setEdited)
  const types = ['J', 'W', 'NONE'].map((value) => ({ value, label: text.of('staff.dayType', value) }))
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemHoliday')}
        actions={
          mayEdit && (
            <>
              <ImportButton
                kind="HOLIDAY"
                read={holidaysFrom}
                valuesOf={(days) => ({ days })}
                hint={text('staff.importHolidays')}
              />
              <Button look="solid" small icon="plus" onClick={() => setEdited('new')}>
                {text('staff.addDay')}
              </Button>
            </>
          )
        }
      />
      <Section>
        <div className="staff-bar">
          <Select
            label={text('staff.field.countryCode')}
            value={countryCode}
            options={countries}
            all={false}
            onChange={setCountry}
          />
          <Select
            label={text('staff.year')}
            value={String(year)}
            options={years}
            all={false}
            onChange={(value) => setYear(Number(value))}
          />
        </div>
        <Answered question={answer} lines={10}>
          {(days) => (
            <>
              <YearCalendar year={year} days={days} />
              <PagedStaffTable
                key={`${countryCode} ${year}`}
                rows={days}
                columns={[
                  { key: 'date', label: text('staff.field.calendarDate'), cell: (row) => formatDate(row.calendarDate) },
                  { key: 'name', label: text('staff.name'), cell: (row) => (chinese && row.holidayNameCn) || row.holidayNameEn },
                  {
                    key: 'type',
                    label: text('staff.field.type'),
                    cell: (row) => text(`staff.dayType.${row.type === 'J' ? 'J' : 'W'}`),
                  },
                  {
                    key: 'source',
                    label: text('staff.field.source'),
                    cell: (row) => text(row.source === 'STAFF' ? 'staff.fromStaff' : 'staff.shipped'),
                  },
                  ...changing,
                ]}
              />
            </>
          )}
        </Answered>
      </Section>
      <ChangesSection kind="HOLIDAY" />
      {edited && (
        <ChangeDialog<ProposalOf<'HOLIDAY'>['values']['days'][number]>
          kind="HOLIDAY"
          title={edited === 'new' ? text('staff.addDay') : formatDate(edited.calendarDate)}
          initialValues={edited === 'new' ? { countryCode, type: 'J' } : edited}
          bodyOf={({ countryCode: code, calendarDate, type, holidayNameEn = '', holidayNameCn = '' }) => ({
            kind: 'HOLIDAY',
            values: { days: [{ countryCode: code, calendarDate, type, holidayNameEn, holidayNameCn }] },
          })}
          onClose={() => setEdited(undefined)}
        >
          <SelectField
            name="countryCode"
            label={text('staff.field.countryCode')}
            required
            options={countries}
            disabled={edited !== 'new'}
          />
          <DateField name="calendarDate" label={text('staff.field.calendarDate')} required disabled={edited !== 'new'} />
          <SelectField name="type" label={text('staff.field.type')} required options={types} />
          <TextField name="holidayNameEn" label={text('staff.field.holidayNameEn')} required maxLength={120} />
          <TextField name="holidayNameCn" label={text('staff.field.holidayNameCn')} maxLength={120} />
        </ChangeDialog>
      )}
    </div>
  )
}
