// gridlock new-lab: the two folders of a lab of one's own, ready to run.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/course/new_lab.h"

namespace gridlock {

void add_new_lab(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = add_of_all(app, "new-lab");
  const auto name = std::make_shared<std::string>();
  add_option(*command, "NAME", *name, "Its topic, such as ticket_lock or 08_ticket_lock")
      ->required();
  command->callback([name, &environment] {
    const std::string id = make_new_lab(environment.root, *name);
    fmt::print(
        "Made labs/{0} and solutions/{0}: a small lab that works.\n"
        "Change its files, first the reference solutions/{0}/{1}.cu, then:\n"
        "  ./gridlock skeleton {0} --write    makes the students' file from it\n"
        "  ./gridlock selfcheck --lab {0}     says what does not fit yet\n"
        "CONTRIBUTING.md tells what the files are for.\n",
        id, id.substr(3));
  });
}

}  // namespace gridlock
