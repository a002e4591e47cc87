/** The page of past sessions. */

import { access, accessAdvice, allows, explanation, get } from './api.js';
import { lengthText } from './text.js';

const element = (id) => document.getElementById(id);

function row(...cells) {
  const made = document.createElement('tr');
  for (const [text, className = ''] of cells) {
    const cell = document.createElement('td');
    cell.className = className;
    cell.append(text);
    made.append(cell);
  }
  return made;
}

const timeOf = (nanoseconds) => (nanoseconds == null ? '' : lengthText(nanoseconds / 1e6));

function show({ weeks, sessions }) {
  const number = (text) => [text, 'number'];
  element('weeks').append(...weeks.map((week) => row([week.week], number(week.sessions), number(timeOf(week.active)))));
  element('sessions').tBodies[0].append(...sessions.map((session) => row(
    [new Date(session.began).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })], [session.workout],
    number(timeOf(session.active)), [session.state, 'extra'], [`${session.late}, ${session.missed}`, 'extra number'],
  )));
  if (sessions.length === 0) return 'no sessions yet';
  const picture = document.querySelector('.picture');
  picture.src = '/api/history/picture.svg';
  picture.hidden = false;
  return '';
}

async function open() {
  try {
    element('status').textContent = allows(await access(), 'control') ? show(await get('/api/history')) : accessAdvice;
  } catch (error) {
    element('status').textContent = explanation(error);
  }
}

open();
