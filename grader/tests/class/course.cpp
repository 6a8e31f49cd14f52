// Rosters and gradebooks, and what a course makes of the points.

#include "class/report.h"
#include "class/roster.h"
#include "class/similar.h"
#include "tests/class/submissions.h"

namespace gridlock::test_course {

ordered_json check(const std::string& title, const std::string& part, int points) {
  return judged(title, points == 20 ? "passed" : "data_race",
                {{"part", part}, {"points", points}, {"max_points", 20}});
}

/// A class whose students, with these names, each have 60 of 100 points in lab 1: 20 in
/// part 1a, 40 in 1b, and none of 40 in 1c.
struct Class : GradedClass {
  explicit Class(const std::vector<std::string>& names) {
    const Record sixty = graded_as(
        60,
        {{"lab", kLab1},
         {"checks",
          {check("first", "1a", 20), check("second", "1b", 20), check("third", "1b", 20),
           check("fourth", "1c", 0), check("fifth", "1c", 0)}}});
    for (const std::string& name : names) {
      add(name);
      record(sixty);
    }
  }
  /// The points under this course.toml.
  std::optional<double> points(const std::string& course) const {
    write(scratch / "course.toml", course);
    return state().rows[0].total();
  }
  /// The gradebook as the platform reads it for this roster.
  ordered_json imported(const std::string& roster, const char* platform) const {
    write(scratch / "roster.csv", roster);
    write(scratch / "gradebook.csv", gradebook_csv(state()));
    const ProcessResult result = run_process(
        {{"python3", GRIDLOCK_SOURCE_DIR "/grader/tests/class/import_gradebook.py",
          platform, (scratch / "gradebook.csv").string()}});
    REQUIRE_MESSAGE(result.ok(), result.errors);
    return ordered_json::parse(result.output);
  }
};

const char* const kCanvas =
    "\xEF\xBB\xBFStudent,ID,SIS User ID,SIS Login ID,Section,Lab 01 (77),Current Score\n"
    "    Points Possible,,,,,10,(read only)\n"
    "\"One, Student\",1001,s1,one@example.org,A,,\n"
    "\"Two, \"\"Student\"\"\",1002,s2,two@example.org,A,,\n"
    "\"Student, Test\",99,,test,A,,\n";

TEST_CASE(
    "Canvas imports the gradebook: its headings, ids and maxima, nothing for nothing") {
  const Class graded({"onestudent_1001", "threestudent_1003"});
  const ordered_json imported = graded.imported(kCanvas, "canvas");
  CHECK(imported.at("maxima") == ordered_json{{"Lab 01 (77)", 10}});
  CHECK(imported.at("grades") ==
        ordered_json{{"1001", {{"Lab 01 (77)", 6}}}, {"1002", ordered_json::object()}});
  CHECK(contains(grades_csv(graded.state()),
                 "onestudent_1001,60,60,,1001,one@example.org,A,\"One, Student\"\n"));
}

TEST_CASE("Canvas imports it with first and last names, semicolons and decimal commas") {
  const Class graded({"onestudent_1001"});
  const ordered_json imported = graded.imported(
      "LastName;FirstName;ID;SIS Login ID;Section;Lab 01 (77)\n"
      "    Points Possible;;;;;12,50\nOne;Student;1001;one@example.org;A;\n",
      "canvas");
  CHECK(imported.at("maxima") == ordered_json{{"Lab 01 (77)", 12.5}});
  CHECK(imported.at("grades") == ordered_json{{"1001", {{"Lab 01 (77)", 7.5}}}});
}

TEST_CASE("Moodle imports its gradebook in four languages, and one for our own roster") {
  const Class graded({"Student One_4711"});
  for (const auto& [header, column] :
       {std::pair{"First name,Last name,ID number,Email address,",
                  "Assignment: The last block (Real)"},
        {"Vorname,Nachname,ID-Nummer,E-Mail-Adresse,", "Aufgabe: Lab 1 (Punkte)"},
        {"Prénom,Nom de famille,Numéro d’identification,Adresse de courriel,",
         "Devoir : Lab 1 (Brut)"},
        {"Nombre,Apellido(s),Número de ID,Dirección de correo,",
         "Tarea:01_last_block (Real)"}})
    CHECK(graded
              .imported(std::string(header) + column +
                            "\nStudent,One,4711001,one@example.org,-\n",
                        "moodle")
              .at("grades") == ordered_json{{"one@example.org", {{column, 60}}}});
  CHECK(graded.imported("name;id;e-mail\nOne, Student;77;one@example.org\n", "moodle")
            .at("grades") ==
        ordered_json{{"one@example.org", {{"Lab 1: The last block", 60}}}});
}

TEST_CASE("Moodle imports its grading worksheet, which keeps all of its columns") {
  const Class graded({"Student One_4711"});
  CHECK(graded.imported(
            "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,"
            "Grade can be changed,Last modified (grade),Feedback comments\n"
            "Participant 4711,Student One,s1,one@example.org,Submitted,,50.00,Yes,-,\n"
            "Participant 4712,Student One,s2,two@example.org,Submitted,,50.00,Yes,-,\n",
            "worksheet") ==
        ordered_json{
            {"maxima", {{"Grade", 50}}},
            {"grades", {{"4711", {{"Grade", 30}}}, {"4712", ordered_json::object()}}}});
  CHECK(graded
            .imported("ID;Vollständiger Name;Bewertung;Bestwertung;"
                      "Zuletzt geändert (Bewertung)\n"
                      "Teilnehmer/in4711;Student One;;50,00;-\n",
                      "worksheet")
            .at("grades") == ordered_json{{"4711", {{"Bewertung", 30}}}});
}

TEST_CASE("a roster says who handed in nothing and who is unknown, and mixes up nobody") {
  const Scratch folder;
  const auto roster_of = [&](const std::string& text) {
    write(folder / "roster.csv", text);
    return read_roster(folder / "roster.csv");
  };
  const Roster canvas = roster_of(kCanvas);
  CHECK(compare_with_roster(canvas, {"onestudent_1001", "onestudent_1007"}) ==
        std::vector<std::string>{"Not in the roster (1): onestudent_1007.",
                                 "Handed in nothing (1 of 2): Two, \"Student\"."});
  const Roster plain = roster_of(
      "id,name,email,group\n7,Student One,one@example.org,A\n8,Student Two,two@x,A\n"
      "9,Student Two,other@x,B\n");
  const auto id_of = [&](const char* student) {
    const Person* person = plain.find(student);
    return person ? person->id : "";
  };
  CHECK(id_of("student one") == "7");
  const Roster mac = roster_of("name,email\nJu\u0308rgen,j@x\nZoe\u0308,z@x\n");
  REQUIRE(mac.find("J\u00FCrgen"));  // Macs write the dots as their own character.
  CHECK(mac.find("J\u00FCrgen")->email == "j@x");
  CHECK(id_of("One, Student") == "7");
  CHECK(id_of("last-block-one") == "7");  // A repository's name.
  CHECK(id_of("whoever_8") == "8");
  CHECK(id_of("Student Two") == "");    // Two people have this name.
  CHECK(id_of("Student One_8") == "");  // This number is another person's.
  const Roster numbered = roster_of("name,email\nstudent-01,a@x\nstudent-02,b@x\n");
  REQUIRE(numbered.find("Student-02"));
  CHECK(numbered.find("Student-02")->email == "b@x");
  CHECK(roster_of("id,name\ns7,Student One\n").find("Another Name_s7"));
  CHECK_THROWS_WITH_AS(roster_of("Etunimi,Sukunimi\nA,B\n"),
                       doctest::Contains("It has Etunimi, Sukunimi."), UsageError);
}

TEST_CASE("a roster that Excel saved loses no letter, or is refused") {
  const Scratch folder;
  const fs::path file = folder / "roster.csv";
  const auto roster_of = [&](const std::string& text) {
    write(file, text);
    return read_roster(file);
  };
  // "Unicode Text": UTF-16 with tabs, in either byte order.
  const std::string text = "id\tname\n7\tM\xFCller Zo\xEB \n";
  for (const bool big : {false, true}) {
    std::string units = big ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : text) units += big ? std::string{'\0', c} : std::string{c, '\0'};
    const Roster roster = roster_of(units);
    CHECK(roster.people[0].name == "Müller Zoë");
    CHECK(compare_with_roster(roster, {"müller zoë"}).empty());
    CHECK_THROWS_WITH_AS(roster_of(units.substr(0, units.size() - 1)),
                         doctest::Contains("is no text in UTF-8"), UsageError);
    CHECK_THROWS_WITH_AS(roster_of(units.substr(2)),
                         doctest::Contains("Save it as \"CSV UTF-8\""), UsageError);
  }
  // "CSV" in Western Europe, where semicolons separate.
  const Roster western = roster_of(
      "ID;Nachname;Vorname;E-Mail\r\n7;M\xFCller;Zo\xEB;z@x\r\n8;\x8A;\x80;\r\n");
  CHECK(western.people[0].name == "Zoë Müller");
  CHECK(western.people[1].name == "€ Š");
  CHECK(contains(compare_with_roster(western, {"Zoë Müller", "8"}).at(0),
                 "it is read as Windows-1252"));
  // 0x81 is no letter in that encoding.
  CHECK_THROWS_AS(roster_of("id,name\n7,M\x81ller\n"), UsageError);
}

TEST_CASE("a course says which parts count, and what for, without grading again") {
  const Class graded({"student-01"});
  CHECK(graded.points("") == 60);
  CHECK(graded.points("[lab.1]\npoints = 50\n") == 30);
  CHECK(graded.points("[lab.1]\nparts = [\"1a\", \"1c\"]\n") == 20);
  CHECK(graded.state().labs[0].points == 60);
  CHECK(graded.points("[lab.1]\nparts = [\"1a\", \"1c\"]\npoints = 30\n") == 10);
  CHECK(graded.points("[lab.1]\npart_points = {1a = 50}\n") == 90);
  CHECK(graded.points("[lab.1]\ncheck_points = {second = 0, fourth = 0}\n") == 40);
  const ClassState state = graded.state();
  CHECK(state.labs[0].points == 60);
  CHECK_FALSE(contains(student_page(state, state.rows[0]), ">second"));
  CHECK(contains(student_page(state, state.rows[0]), "<span>20/20</span>"));
}

TEST_CASE("late work loses by the day, behind a grace, unless it had more time") {
  Class graded({"student-01"});
  StudentWork& work = graded.manifest.students[0];
  const std::string course =
      "late_per_day = 10\ngrace_minutes = 30\n[lab.1]\n"
      "deadline = 2026-11-29T23:59:00+01:00\n";
  const std::string extended =
      course + "extensions = {student-01 = 2027-01-29T23:59:00+01:00}\n";
  constexpr std::int64_t kDeadline = 1795993140;  // date -d 2026-11-29T22:59Z +%s
  constexpr std::int64_t kGrace = 30 * 60, kDay = 86400;
  const auto points = [&](std::int64_t after, const std::string& toml) {
    work.labs[kLab1].time = kDeadline + after;
    return graded.points(toml);
  };
  CHECK(points(kGrace, course) == 60);
  CHECK(points(kGrace + 1, course) == 54);
  CHECK(contains(grades_csv(graded.state()), "1 day late, 10 % less"));
  CHECK(points(kGrace + 1 + kDay, course) == 48);
  CHECK(points(kGrace + 1 + 31 * kDay, course) == 0);
  CHECK(points(kGrace + 1 + 31 * kDay, extended) == 60);
  CHECK(points(-kDeadline, course) == 60);  // No time is known.
  // The platform says that the work is late, but its time is unknown or looks punctual.
  work.is_late = true;
  for (const std::int64_t after : {-kDeadline, -7 * kDay}) {
    CHECK(points(after, course) == 54);
    CHECK(points(after, extended) == 60);
  }
  CHECK(points(-7 * kDay, "late_per_day = 10\n") == 54);
  CHECK(points(2 * kDay, course) == 48);
}

TEST_CASE(
    "Moodle's worksheet says when work was handed in, whatever the archive's times") {
  Class graded({"Student One_4711"});
  graded.manifest.students[0].labs[kLab1].time = 1796080000;  // A day after the deadline.
  const std::string course =
      "late_per_day = 10\n[lab.1]\ndeadline = 2026-11-29T23:59:00+00:00\n";
  ::setenv("TZ", "UTC", 1);
  for (const auto& [handed, time, points] :
       {std::tuple{"Last modified (submission)", "Sunday, 29 November 2026, 11:58 PM",
                   60},
        {"Last modified (submission)", "Monday, November 30, 2026, 12:10 AM", 54},
        {"Zuletzt geändert (Abgabe)", "Dienstag, 1. Dezember 2026, 12:10", 48},
        {"Dernière modification (travail remis)", "mardi 1 décembre 2026, 23:58", 48},
        {"Última modificación (entrega)", "martes, 1 de diciembre de 2026, 23:58", 48},
        {"Last modified (submission)", "-", 54}}) {
    const auto& shown = time;
    INFO(shown);
    write(graded.scratch / "roster.csv",
          "Identifier,Full name,Grade,Maximum Grade," + std::string(handed) +
              "\nParticipant 4711,Student One,,50.00,\"" + time + "\"\n");
    CHECK(graded.points(course) == points);
  }
}

TEST_CASE("times and rows of a worksheet that cannot be read are told everywhere") {
  Class graded({"Student One_4711", "Student Two_4712", "Student Three_4713"});
  const std::string header =
      "Identifier,Full name,Grade,Maximum Grade,Last modified (submission)\n";
  const auto warnings = [&](const std::string& rows) {
    write(graded.scratch / "roster.csv", header + rows);
    return warnings_of(graded.state());
  };
  const std::string good =
      "Participant 4711,Student One,,50.00,\"Sunday, 29 November 2026, 11:58 PM\"\n"
      "Participant 4712,Student Two,,50.00,-\n";
  CHECK(warnings(good + "Participant 4713,Student Three,,50.00,\n").empty());
  const auto unread = warnings(good + "Participant 4713,Student Three,,50.00,29.11.26\n");
  REQUIRE(unread.size() == 1);
  CHECK(contains(
      unread[0],
      "For 1 person the roster's time cannot be read, so none of them is late by "
      "it: Student Three.  The first is \"29.11.26\" in line 4;"));
  const ClassState state = graded.state();
  CHECK(contains(grades_csv(state),
                 "late or not: the roster's time \"\"29.11.26\"\" cannot be read"));
  CHECK(contains(class_page(state, true), "<h3>Look at this first</h3>"));
  CHECK_FALSE(contains(class_page(state, false), "Look at this first"));
  // A time without quotes is split into four cells; a row that is cut off has no time.
  const auto rows = warnings(good + "Participant 4713,Student Three,,50.00,-,Yes\n");
  REQUIRE(rows.size() == 1);
  must_say(rows[0], {"another number of cells than its heading", "in line 4."});
  CHECK(warnings(good + "Participant 4713,Student Three,,50.00\n") == rows);
}

TEST_CASE("a student is called as in the roster, and late as the course has it") {
  Class graded({"onestudent_1001"});
  write(graded.scratch / "roster.csv", kCanvas);
  graded.manifest.students[0].is_late = true;
  graded.points("late_per_day = 10\n");
  const ClassState late = graded.state();
  CHECK(contains(student_page(late, late.rows[0]), "<title>Student One: lab 1"));
  CHECK(contains(class_page(late, true),
                 "One, Student</a><br><small>onestudent_1001</small>"));
  CHECK(classroom_json(late, late.rows[0]).at("late") == true);
  CHECK(classroom_json(late, late.rows[0]).at("labs")[0].at("days_late") == 1);
  CHECK(contains(grades_csv(late), ",\"late; "));
  // An extension overrides the platform's remark that the work is late.
  graded.points(
      "late_per_day = 10\n[lab.1]\n"
      "extensions = {onestudent_1001 = 2027-01-29T23:59:00+01:00}\n");
  const ClassState excused = graded.state();
  CHECK(classroom_json(excused, excused.rows[0]).at("late") == false);
  CHECK(contains(grades_csv(excused), "marked as late, which does not count"));
}

TEST_CASE(
    "a name or a title that the course does not know is an error that names others") {
  const Class graded({"student-13_1013", "student-14_1001", "student-14_1002"});
  const std::string late = " = 2026-11-30T23:59:00+01:00}\n";
  CHECK(graded.points("[lab.1]\nextensions = {student-13" + late) == 60);
  const Class mac({"J\u00FCrgen"});
  CHECK(mac.points("[lab.1]\nextensions = {\"Ju\u0308rgen\"" + late) == 60);
  CHECK(graded.state().course.labs.at(kLab1).extensions.contains("0001"));
  for (
      const auto& [wrong, words] :
      {std::pair<std::string, const char*>{
           "extensions = {studnet-13" + late,
           "course.toml: There is no student \"studnet-13\" in grades.csv.  Near are "
           "\"student-13_1013\", "},
       {"extensions = {student-14" + late,
        "\"student-14\" may be any of student-14_1001, student-14_1002"},
       {"check_points = {secnod = 0}\n",
        "no check of 01_last_block has \"secnod\" in its title.  Near are \"second\", "}})
    CHECK_THROWS_WITH_AS(graded.points("[lab.1]\n" + wrong), doctest::Contains(words),
                         UsageError);
  fs::remove(graded.scratch / "course.toml");
  write(graded.scratch / "overrides.csv", "student-13,1,15,seen\n");
  CHECK(graded.state().rows[0].total() == 15);
}

TEST_CASE("points are rounded once, for the platform as for the page") {
  Class late({"Student One_4711"});
  // 60 of 100 are 19.8 of 33, and after a day 17.82; the worksheet's maximum is 100.
  write(
      late.scratch / "course.toml",
      "late_per_day = 10\n[lab.1]\npoints = 33\ndeadline = 2026-11-29T23:59:00+00:00\n");
  late.manifest.students[0].is_late = true;
  CHECK(late.imported("Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
                      "Grade can be changed,Last modified (grade)\n"
                      "Participant 4711,Student One,one@x,Submitted,,100.00,Yes,-\n",
                      "worksheet")
            .at("grades") == ordered_json{{"4711", {{"Grade", 54}}}});
  const ClassState state = late.state();
  CHECK(contains(grades_csv(state), "Student One_4711,17.82,17.82,"));
  CHECK(contains(student_page(state, state.rows[0]), "<small>17.82/33</small>"));
}

TEST_CASE("the lowest lab is dropped, and labs of different worth are refused") {
  const Class graded({"student-01"});
  ClassState state = graded.state();
  Manifest two = graded.manifest;
  two.labs.push_back("04_threadfence");
  two.students[0].labs["04_threadfence"] = {"", "There is no file."};
  write(graded.scratch / "overrides.csv", "0001,4,30,by hand\n");
  const auto total = [&](const std::string& course) {
    write(graded.scratch / "course.toml", course);
    state = state_of(graded.scratch.path(), two, labs({"1", "4"}), "grader");
    return state.rows[0].total();
  };
  CHECK(total("drop_lowest = 1\n") == 60);
  CHECK(state.points() == 100);
  CHECK(classroom_json(state, state.rows[0]).at("max_points") == 100);
  CHECK(contains(grades_csv(state), "04_threadfence: dropped, as the lowest"));
  CHECK_THROWS_WITH_AS(total("drop_lowest = 1\n[lab.1]\npoints = 50\n"),
                       doctest::Contains("worth the same"), UsageError);
  CHECK_THROWS_AS(total("drop_lowest = 2\n"), UsageError);
}

TEST_CASE("points by hand are those of grades.csv, with a point or a comma") {
  const Class graded({"student-01"});
  const auto points = [&](const std::string& line) {
    write(graded.scratch / "overrides.csv", "student,lab,points,reason\n" + line);
    return graded.points("[lab.1]\npoints = 50\n");
  };
  CHECK(points("0001,1,42.5,seen\n") == 42.5);
  CHECK(points("0001,1,\"42,5\",seen\n") == 42.5);
  CHECK(contains(grades_csv(graded.state()), "set to 42.5: seen"));
  CHECK(points("0001,1,7.5,seen,fourth\n") == 37.5);
  for (const char* wrong : {"85%", "-3", "nan", "many", "1e999", ""}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH_AS(
        points("0001,1," + std::string(wrong) + ",seen\n"),
        doctest::Contains("is no number of points.  Write them as grades.csv "
                          "has them, with all deductions: for lab 1, 0 to "
                          "50, such as 21.25."),
        UsageError);
  }
  CHECK_THROWS_WITH_AS(points("0001,1,42,5,seen\n"),
                       doctest::Contains("If 42,5 points are meant, write 42.5."),
                       UsageError);
}

TEST_CASE("points for one check are set by its title") {
  const Class graded({"student-01"});
  const auto with = [&](const std::string& line) {
    write(graded.scratch / "overrides.csv", line);
    return graded.state();
  };
  const ClassState state =
      with("student,lab,points,reason,check\n0001,1,15,seen,fourth\n");
  CHECK(state.rows[0].total() == 75);
  CHECK(contains(grades_csv(state), "fourth: set to 15: seen"));
  CHECK(contains(student_page(state, state.rows[0]), "Set by the instructor: seen"));
  for (const auto& [rest, words] :
       {std::pair{"seen,f\n", "3 checks have"},
        {"it was right, but fith\n",
         "A reason with a comma stands in \"quotes\".  If \"but fith\""},
        {"seen,thirt\n", "Near are \"third\", "}})
    CHECK_THROWS_WITH_AS(with(std::string("0001,1,15,") + rest), doctest::Contains(words),
                         UsageError);
}

TEST_CASE("a wrong course.toml is an error that names the file and what is wrong") {
  const Class graded({"student-01"});
  for (const auto& [text, words] : std::vector<std::pair<const char*, const char*>>{
           {"late = 3\n", "\"late\" is unknown here"},
           {"[lab.1]\npoint = 3\n", "\"point\" is unknown here"},
           {"[lab.1]\npoints = \"3\"\n", "must be a whole number"},
           {"[lab.1]\nparts = [\"9z\"]\n", "01_last_block has no part \"9z\""},
           {"[lab.1]\ndeadline = 2026-11-29T23:59:00\n", "with its time zone"},
           {"[lab.99]\npoints = 3\n", "99"},
           {"not_run = \"keep\"\n", "none of scale, lose, give"},
           {"[lab.1\n", "line 1"}}) {
    const auto& shown = text;
    INFO(shown);
    CHECK_THROWS_WITH_AS(graded.points(text), doctest::Contains(words), UsageError);
  }
}

TEST_CASE("pages are laid out as messages, and each is sent once to a mail server") {
  const Scratch folder;
  const ProcessResult result = run_process(
      {{"python3", GRIDLOCK_SOURCE_DIR "/grader/tests/class/send_test.py",
        GRIDLOCK_SOURCE_DIR "/grader/class/send.py", folder.path().string()}});
  CHECK_MESSAGE(result.ok(), result.errors);
}

TEST_CASE("code is similar whatever its names and layout, but for what all were given") {
  const std::string given = "__global__ void sum(int* in) {\n  // Here.\n}\n";
  std::string own = given;
  for (int i = 0; i < 12; ++i)
    own += "int v" + std::to_string(i) + " = in[" + std::to_string(i * i) + "] * " +
           std::to_string(i) + " + threadIdx.x;\n";
  std::string renamed = own;
  for (std::size_t at = 0; (at = renamed.find('v', at)) != renamed.npos; ++at)
    if (renamed[at - 1] == ' ' && renamed[at + 1] != 'o') renamed.insert(at, "\nmy_");
  std::string other = given;
  for (int i = 0; i < 40; ++i) other += "if (in[" + std::to_string(i) + "] > 7) --i;\n";
  const auto pairs = similar_pairs({own, given, other, renamed, ""}, given);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].one == 0);
  CHECK(pairs[0].other == 3);
  CHECK(pairs[0].share > 0.9);
  CHECK(*pairs[0].lines_of_one.rbegin() == 15);
  // Passages that many share are common knowledge; copies of one submission count once.
  std::vector<std::string> all;
  for (int i = 0; i < 5; ++i)
    all.push_back(own + "int last = " + std::to_string(i) + ";\n");
  CHECK(similar_pairs(all, given).empty());
  CHECK(similar_pairs({own, own, own, own, own}, given).size() == 10);
}

}  // namespace gridlock::test_course
