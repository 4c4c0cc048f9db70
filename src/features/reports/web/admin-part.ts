import { m } from '#web/messages/compiled/messages.js'

export const tabs = []

export const actionNames = { 'report.dismiss': m.admin_act_report_dismiss }
