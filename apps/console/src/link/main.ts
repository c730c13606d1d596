document.querySelector('#link')?.replaceChildren('…');
