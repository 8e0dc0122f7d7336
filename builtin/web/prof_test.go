package web
import ("testing";"net/url";"context";"strings";"time";"fmt";"math/rand/v2";"os")
var atoms = strings.Split(`<p>|</p>|<div>|</div>|<b>|</b>|<i>|<a href=/x>|</a>|<a href=#>|<ul>|</ul>|<ol>|<li>|</li>|<table>|</table>|<tr>|<td>|<th>|<td colspan=9>|<td rowspan=9>|<pre>|</pre>|<code>|</code>|<blockquote>|</blockquote>|<h1>|</h1>|<h3>|<br>|<hr>|<img src=/x alt=y>|<img>|<span>|</span>|<s>|</s>|<ruby>|<rt>|</ruby>|<dl>|<dt>|<dd>|<section>|<article>|</article>|<main>|<nav>|</nav>|<form>|</form>|<input>|<select>|</select>|<option>|<svg>|</svg>|<math>|</math>|<caption>|<tbody>|<thead>|<p hidden>|<p style=display:none>|<template>|</template>|<style>|</style>|<!--|-->|<u>|<font>|<center>|<button>|</button>|<object>|<video>|<figure>|<figcaption>|<x-y>|<span class=hidden>|<div class=comment>|<div class=nav>|<a name=x>|<nobr>|<frameset>|<body class=x>|<html lang=x>|<div role=navigation>|<div id=cookie>|<div aria-hidden=true>|x|word, word. |x y |[|]|](|![|*|**|_|__|~~|~|#|# |-|- |+ |1. |1) |>|&lt;|&amp;|&|\|` + "`|```|\n|\n\n| |&nbsp;|\t|=|漢|:|://|https://x.y/|@|.|,|{|}|/*|*/|\"|'|\a|\u200b|&#7;|;|(|)|!|%|$|^|0|\\x00", "|")
func TestProf(t *testing.T){
 u,_:=url.Parse("https://example.com/a/b")
 run := func(page string) time.Duration { p:=&Page{}; began:=time.Now(); p.read(context.Background(),page,u,FormatMarkdown); return time.Since(began) }
 pick := func() string { a := atoms[rand.IntN(len(atoms))]; if a=="" {a="|"}; return a }
 end := time.Now().Add(240*time.Second)
 n := 0
 for time.Now().Before(end) {
  n++
  pre, rep, post := "", "", ""
  for range rand.IntN(3) { pre += pick() }
  for range 1+rand.IntN(4) { rep += pick() }
  for range rand.IntN(3) { post += pick() }
  mk := func(k int) string { return pre+strings.Repeat(rep, k/len(rep)+1)+post }
  small := run(mk(60_000)); 
  if small > 150*time.Millisecond { 
    big := run(mk(240_000))
    fmt.Fprintf(os.Stderr,"%6.1fx %8s %8s %q %q %q\n", float64(big)/float64(small), small.Round(time.Millisecond), big.Round(time.Millisecond), pre,rep,post)
  }
 }
 fmt.Fprintln(os.Stderr, n, "tried")
}
